"""``python -m companion.locale``: the developer's tool for the translations."""

from companion.locale.messages import main

if __name__ == "__main__":
    main()
