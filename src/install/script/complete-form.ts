let places = 0;

/** Adds the element in which the error of a field is shown. */
function addPlace(controls: HTMLInputElement[], name: string): void {
  const last = controls.at(-1);
  const group = controls.length > 1 ? last?.closest('fieldset') : undefined;
  const place = document.createElement('span');
  place.id = `letterslot-error-${(places += 1)}`;
  place.dataset.error = name;
  if (group) group.append(place);
  else (last?.closest('label') ?? last)?.after(' ', place);
  for (const described of group ? [group] : controls) {
    const others = described.getAttribute('aria-describedby') ?? '';
    described.setAttribute('aria-describedby', `${others} ${place.id}`.trim());
  }
}

/** The fields that a visitor sees. */
export function shownIn(form: HTMLFormElement): HTMLInputElement[] {
  const fields = 'input:not([type=hidden], [type=submit], [type=image]), select, textarea';
  return [...form.querySelectorAll<HTMLInputElement>(fields)].filter(
    (control) => control.name && !control.closest('[hidden]'),
  );
}

/** Adds missing elements to a website's own form: errors, upload progress, and status. */
export function complete(form: HTMLFormElement, upload: string): HTMLElement {
  const shown = shownIn(form);
  for (const { name } of shown) {
    if (form.querySelector(`[data-error="${CSS.escape(name)}"]`)) continue;
    const controls = shown.filter((control) => control.name === name);
    addPlace(controls, name);
  }
  if (shown.some(({ type }) => type === 'file') && !form.querySelector('progress')) {
    const bar = document.createElement('progress');
    bar.hidden = true;
    bar.setAttribute('aria-label', upload);
    form.append(bar);
  }
  const status = form.querySelector<HTMLElement>('[role="status"]') ?? document.createElement('p');
  if (!status.isConnected) form.append(status);
  status.setAttribute('role', 'status');
  status.tabIndex = -1;
  return status;
}

/** Puts a text on a button; returns how to undo that. */
function relabel(button: HTMLElement, text: string): () => void {
  if (button instanceof HTMLInputElement) {
    const { value } = button;
    button.value = text;
    return () => void (button.value = value);
  }
  const content = [...button.childNodes];
  button.replaceChildren(text);
  return () => button.replaceChildren(...content);
}

/** Shows that the form is being sent; returns how to end that. */
export function showBusy(
  form: HTMLFormElement,
  pressed: HTMLElement | null,
  text: string,
): () => void {
  const all = form.querySelectorAll<HTMLButtonElement>('button, [type=submit], [type=image]');
  const enabled = [...all].filter((button) => button.type !== 'button' && !button.disabled);
  const hadFocus = document.activeElement === pressed;
  for (const button of enabled) button.disabled = true;
  const undo = pressed && relabel(pressed, text);
  return () => {
    undo?.();
    for (const button of enabled) button.disabled = false;
    if (hadFocus && document.activeElement === document.body) pressed?.focus();
  };
}
