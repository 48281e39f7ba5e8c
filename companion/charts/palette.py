"""Colours, symbols and dashes of series: the one place for them.

A figure names its colours by design token, ``var(--c1)``: a page resolves them in the reader's theme, a notebook figure
takes them from `LIGHT` or `DARK`. The eight series colours go back to Okabe and Ito's, which people with any colour
vision tell apart; each has a symbol and a dash of its own all the same.
"""

from typing import Any

DARK = {
    "--felt": "#10211c",
    "--surface": "#17302a",
    "--raised": "#1f3d35",
    "--line": "#2f5449",
    "--ink": "#f3efe2",
    "--dim": "#a9bdb2",
    "--brass": "#d8b257",
    "--good": "#6fcf97",
    "--bad": "#ff8a7a",
    "--warn": "#f2c14e",
    "--c1": "#e69f00",
    "--c2": "#56b4e9",
    "--c3": "#1fb58f",
    "--c4": "#f0e442",
    "--c5": "#5c8dff",
    "--c6": "#e8702a",
    "--c7": "#e08fbf",
    "--c8": "#cfcfcf",
}
LIGHT = {
    **DARK,
    "--felt": "#eef1ea",
    "--surface": "#fff",
    "--raised": "#f2f5ee",
    "--line": "#ccd6cc",
    "--ink": "#14221c",
    "--dim": "#52675c",
    "--brass": "#7d5a10",
    "--good": "#0f6e3e",
    "--bad": "#b3261e",
    "--warn": "#7d5200",
    "--c4": "#c9b010",
    "--c8": "#b4b4b4",
}
TOKENS = ("c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8")
PLAYERS = ("c2", "c1", "c7", "c3", "c5", "c6", "c4", "c8")
# The same symbols as plotly knows them and as text shows them.
SHAPES = {"c1": "●", "c2": "▲", "c3": "■", "c4": "▼", "c5": "⬟", "c6": "◆", "c7": "★", "c8": "✚"}
SYMBOLS = {
    "c1": "circle",
    "c2": "triangle-up",
    "c3": "square",
    "c4": "triangle-down",
    "c5": "pentagon",
    "c6": "diamond",
    "c7": "star",
    "c8": "cross",
}
DASHES = {
    "c1": "solid",
    "c2": "8px,3px",
    "c3": "2px,3px",
    "c4": "10px,3px,2px,3px",
    "c5": "14px,4px",
    "c6": "5px,5px",
    "c7": "12px,3px,2px,3px,2px,3px",
    "c8": "1px,4px",
}

FONT = {"family": "system-ui, Segoe UI, Roboto, sans-serif", "size": 12}


def var(token: str) -> str:
    """A token as figures name it."""
    return f"var(--{token})"


def resolve(figure: Any, colours: dict[str, str]) -> Any:
    """A copy of a figure with the tokens replaced by ``colours``."""
    if isinstance(figure, dict):
        return {key: resolve(value, colours) for key, value in figure.items()}
    if isinstance(figure, list):
        return [resolve(value, colours) for value in figure]
    if isinstance(figure, str) and figure.startswith("var(--"):
        return colours[figure[4:-1]]
    return figure


def template() -> dict[str, Any]:
    """What all figures have in common, as a plotly template whose colours are tokens.

    Series that choose nothing themselves get a colour, a symbol and a dash each.
    """
    dim = {"size": 12, "color": var("dim")}
    axis = {
        "title": {"font": dim},
        "gridcolor": var("line"),
        "linecolor": var("line"),
        "zerolinecolor": var("line"),
        "automargin": True,
    }
    return {
        "layout": {
            "font": {**FONT, "color": var("ink")},
            "title": {"font": {"size": 14, "color": var("dim")}, "x": 0, "xanchor": "left", "y": 0.98},
            "paper_bgcolor": var("surface"),
            "plot_bgcolor": var("surface"),
            "colorway": [var(token) for token in TOKENS],
            "xaxis": axis,
            "yaxis": axis,
            "legend": {"title": {"font": dim}},
            "hoverlabel": {"bgcolor": var("raised"), "bordercolor": var("line"), "font": {"color": var("ink")}},
        },
        "data": {
            "scatter": [
                {"marker": {"symbol": SYMBOLS[token], "size": 7}, "line": {"dash": DASHES[token], "width": 2.5}}
                for token in TOKENS
            ]
        },
    }
