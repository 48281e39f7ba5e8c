// A reload opens again what was open: the dialog, by the tap that opened it, and a form that is a page of its own with what
// is filled in there. Only controls that do nothing but open something carry `data-again`.

const OPENED = "companion-again";

export function rememberOpen(root, opener, valuesOf, argumentsFor) {
  const form = root.querySelector("form[data-again]");
  const dialog = root.querySelector("dialog[open]") && opener; // over a form of its own it is closed
  const found = form ? { do: form.dataset.again, args: argumentsFor(form), values: valuesOf(form) } : dialog;
  for (const secret of form?.querySelectorAll("[type=password]") ?? []) delete found.values[secret.name];
  try {
    if (found) sessionStorage.setItem(OPENED, JSON.stringify({ ...found, search: location.search }));
    else sessionStorage.removeItem(OPENED);
  } catch {
    // a browser that keeps nothing
  }
}

// What a reload of this place is to open again; told once.
export function openAgain() {
  try {
    const found = JSON.parse(sessionStorage.getItem(OPENED));
    sessionStorage.removeItem(OPENED);
    return found?.search === location.search ? { do: found.do, args: found.args, values: found.values } : null;
  } catch {
    return null;
  }
}
