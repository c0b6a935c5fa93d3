/** Shows the error of each field at it. Returns the first field that has one. */
export function showErrors(form: HTMLFormElement, errors: Map<string, string>): HTMLElement | null {
  for (const place of form.querySelectorAll('[data-error]')) {
    place.textContent = errors.get(place.getAttribute('data-error') ?? '') ?? '';
  }
  for (const control of form.querySelectorAll('[name]')) {
    const isFaulty = errors.has(control.getAttribute('name') ?? '');
    control.setAttribute('aria-invalid', String(isFaulty));
  }
  return form.querySelector('[aria-invalid="true"]');
}
