"""The game's own words, each in one line: behind the ? of its screens."""

from companion.words import N_

GLOSSARY = {
    N_("Free cash"): N_("The company's money that it may spend."),
    N_("New income"): N_("What the company has earned this year. It can be spent after next year's books."),
    N_("Last year’s income"): N_("What the company earned last year. This year it has to earn more."),
    N_("boot"): N_("A company that earned no more than last year gets it: its directors have to blame somebody."),
    N_("Blame"): N_("CEO, CFO and COO each name one of these positions: who holds it is fired, and paid off."),
    N_("CEO"): N_("The head of a company, who acts for it. CFO and COO speak only when somebody is blamed."),
    N_("asset"): N_("A card that makes goods for a company, or turns some goods into others."),
    N_("primary"): N_("An asset that makes goods out of nothing, every year."),
    N_("processor"): N_("An asset that turns goods into other goods, once a year."),
    N_("trend"): N_("How many spaces the price of a good moves every year."),
    N_("Private cash"): N_("A player's own money, paid when fired. It buys status symbols and new companies."),
    N_("Status symbols"): N_("Cards that are bought with private cash. Their points decide who wins."),
    N_("green dollar"): N_("Whoever has it begins. It moves on when a gold card is sold."),
}
