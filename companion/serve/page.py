"""The page before its kernel: everything that a browser can show at once, in the first bytes of the answer."""

from __future__ import annotations

import html
import re

from companion.serve.assets import LOOK, VIEW, Assets
from companion.serve.gate import KNOCK
from companion.serve.phone import BAR
from companion.words import N_, direction, translator

THEMES = ("dark", "light")
QUERY = re.compile(r"[A-Za-z0-9_=&%.,~+*!()\-]{0,400}")
ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E"
    "%3Crect width='32' height='32' rx='7' fill='%230f2a20'/%3E%3Ccircle cx='16' cy='16' r='9' fill='none' "
    "stroke='%23d9a441' stroke-width='3'/%3E%3Cpath d='M16 11v10M12 16h8' stroke='%23d9a441' stroke-width='2.5'/%3E"
    "%3C/svg%3E"
)
SORRY = N_("The table could not be opened. Reload the page; if that does not help, start the companion again.")
OLD = N_(
    "This browser is too old for the companion: it takes Safari 15.4, Chrome or Edge 93, Firefox 98, or a newer one."
)
# A browser that is too old knows no `:focus-visible` and runs none of our scripts: the sentence stays in sight there.
KNOWN_TO_ALL = "@supports selector(:focus-visible) { #companion-old { display: none } }"
NO_SCRIPT = N_("To play from this page, switch JavaScript on in the browser.")


def clean_query(query: str) -> str:
    """The query string as it came, or nothing when it holds a character that no link of ours has."""
    return query if QUERY.fullmatch(query) else ""


def top(assets: Assets, plotly_url: str, base: str, lang: str, theme: str) -> str:
    """From the doctype to the opened `<main>`. The theme is in it, so that no page flashes white."""
    style, host = base + assets.url(LOOK), base + assets.url("host.js")
    view = base + assets.url(VIEW)
    attributes = f' data-theme="{theme}"' if theme in THEMES else ""
    scheme = theme if theme in THEMES else "dark light"
    colours = "".join(
        f'<meta name="theme-color" media="(prefers-color-scheme: {each})" content="{BAR.get(theme, BAR[each])}">'
        for each in THEMES
    )
    return f"""<!DOCTYPE html>
<html lang="{lang}" dir="{direction(lang)}"{attributes}>
<head>
<meta charset="utf-8">
<title>Companion</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="{scheme}">
<meta name="companion-base" content="{base}">
<meta name="companion-plotly" content="{base}{plotly_url}">
<meta name="companion-view" content="{view}">
{colours}
<meta name="apple-mobile-web-app-capable" content="yes">
<link rel="icon" href="{ICON}">
<link rel="apple-touch-icon" href="{base}companion/icon-180.png">
<link rel="manifest" href="{base}companion/manifest.webmanifest" crossorigin="use-credentials">
<link rel="stylesheet" href="{style}">
<link rel="modulepreload" href="{view}">
<script type="module" src="{host}"></script>
</head>
<body>
<div id="companion"></div>
<main id="first-paint">"""


def close_first_paint(lang: str) -> str:
    """What follows the first paint, before the kernel's part."""
    _ = translator(lang)
    return f"""</main>
<style>{KNOWN_TO_ALL}</style>
<p id="companion-old" role="alert">{html.escape(_(OLD))}</p>
<noscript><p>{html.escape(_(NO_SCRIPT))}</p></noscript>
<p id="companion-problem" role="alert" hidden>{html.escape(_(SORRY))}</p>
"""


def bottom() -> str:
    """The end of the page."""
    return "\n</body>\n</html>\n"


def message_page(sentence: str, lang: str, inside: str = "") -> str:
    """A page that says one sentence (a wrong address, a missing key, a mistake of ours), with HTML below it."""
    return f"""<!DOCTYPE html>
<html lang="{lang}" dir="{direction(lang)}">
<head><meta charset="utf-8"><title>Companion</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light">
<link rel="icon" href="{ICON}">
<style>body{{font:1.1rem/1.5 system-ui,sans-serif;margin:15vh auto;max-width:32rem;padding:0 1.5rem}}</style></head>
<body><main><h1>Companion</h1><p>{html.escape(translator(lang)(sentence))}</p>{inside}</main></body>
</html>
"""


def knock_form(lang: str, to: str, trouble: str = "") -> str:
    """The field for the host's short code; who has typed the right one goes on to the address ``to``."""
    _ = translator(lang)
    label = _("Or type the short code from the host's screen:")
    said = f'<p role="alert">{html.escape(trouble)}</p>' if trouble else ""
    style = "font:inherit;padding:.6rem;min-height:48px;box-sizing:border-box"
    return f"""{said}<form method="post" action="{KNOCK}"><p><label>{html.escape(label)}<br>
<input name="code" required autofocus maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false"
 style="{style};width:10rem;letter-spacing:.15em;text-transform:uppercase"></label>
<input type="hidden" name="to" value="{html.escape(to)}">
<button style="{style}">{html.escape(_("Join"))}</button></p></form>"""


def policy(host: str, scripts: str = "") -> str:
    """The content security policy: scripts and data from this server alone, whatever a name or a note contains.

    ``scripts`` are further sources of scripts, for a page whose scripts are not ours.
    """
    return "; ".join(
        [
            "default-src 'self'",
            f"script-src 'self' blob: {scripts}".rstrip(),
            "font-src 'self' data:",
            "style-src 'self' 'unsafe-inline' blob:",
            "img-src 'self' data: blob:",
            "media-src 'self' data: blob:",
            f"connect-src 'self' ws://{host} wss://{host}",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        ]
    )
