"""What a browser says while the host is away: the service worker, and the page that it shows.

Browsers run a service worker on https and on the machine itself alone. On plain http the page that is open says that
the line is lost (`widgets/pulse.js`), and a new visit gets the browser's own words.
"""

import html
import json

from companion.serve.assets import STATIC
from companion.serve.page import message_page
from companion.words import N_, translator

AWAY = N_(
    "The host’s machine cannot be reached at the moment. What has been recorded is safe, and this page goes on by "
    "itself as soon as it answers."
)
EVERY = 2000  # milliseconds between two questions whether the host is back
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
BUTTON = "font:inherit;padding:.6rem 1.2rem;min-height:48px"
GATEWAY = 500  # what answers with this or more stands before the host, and says that it is away


def away_page(base: str, lang: str) -> str:
    """The page, in a language; it asks at ``base`` whether the host is back, and loads again what was asked for."""
    alive = json.dumps(f"{base}companion/alive")
    again = html.escape(translator(lang)(N_("Try again")))
    return message_page(
        AWAY,
        lang,
        f"""<p><button style="{BUTTON}">{again}</button></p>
<script>
const back = async () => {{
  const answer = await fetch({alive}, {{ cache: "no-store" }}).catch(() => null);
  if (answer && answer.status < {GATEWAY}) location.reload();
}};
setInterval(back, {EVERY});
addEventListener("online", back);
document.querySelector("button").addEventListener("click", () => location.reload());
</script>""",
    )


def worker(base: str, lang: str) -> str:
    """The service worker's script for a reader of this language."""
    page = json.dumps({"html": away_page(base, lang), "policy": POLICY})
    return f"const PAGE = {page};\n{(STATIC / 'away.js').read_text('utf-8')}"
