/** A form by its own members: on the form itself, a field of the same name hides each of them. */
export function membersOf(form: HTMLFormElement): HTMLFormElement {
  return new Proxy(form, {
    get: (_, name) => {
      const value: unknown = Reflect.get(HTMLFormElement.prototype, name, form);
      return typeof value === 'function' ? value.bind(form) : value;
    },
  });
}
