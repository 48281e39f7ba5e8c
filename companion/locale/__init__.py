"""The translations, one folder a language, and the tool that keeps them in line with the code."""
