import type { Page } from 'playwright-core';

/** What is known of the visitor, by autocomplete token (HTML, "Autofill"). */
const PROFILE = {
  name: 'Ada Lovelace',
  'given-name': 'Ada',
  'family-name': 'Lovelace',
  email: 'ada@example.com',
  tel: '+44 20 7946 0000',
  organization: 'Analytical Engines',
  'street-address': '12 St James Square',
  'address-line1': '12 St James Square',
  'postal-code': 'SW1Y 4JH',
  'address-level2': 'London',
  country: 'GB',
  url: 'https://example.com',
  'one-time-code': '123456',
};

/** Chromium's patterns for names and labels without a token; in `off`, for any field. */
const HEURISTICS = {
  email: 'e.?mail',
  tel: 'phone|mobile|contact.?number',
  organization: 'company|business|organi[sz]ation',
  'street-address': 'address|street|addr',
  'postal-code': 'zip|postal|post.*code|pcode',
  'address-level2': 'city|town|suburb',
  country: 'country|location|region|state|province',
  url: 'website|url|homepage',
  name: 'name|nome|nom|surname',
};

/**
 * Fills a form like browsers: by token, else by name and label, ignoring `autocomplete=off`. Unlike
 * Chromium, also hidden fields. Returns the names of filled fields.
 */
export function autofill(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const profile = ${JSON.stringify(PROFILE)};
    const heuristics = Object.entries(${JSON.stringify(HEURISTICS)});
    const textOf = (field) =>
      field.labels?.length ? [...field.labels].map((label) => label.textContent).join(' ')
        : field.parentElement?.previousElementSibling?.textContent ?? '';
    const guess = (field) => {
      const text = field.name + ' ' + field.id + ' ' + textOf(field);
      return heuristics.find(([, pattern]) => new RegExp(pattern, 'i').test(text))?.[0];
    };
    const filled = [];
    for (const field of document.querySelector('form').elements) {
      if (!field.matches('input:not([type=hidden]), select')) continue;
      const token = profile[field.autocomplete] ? field.autocomplete : guess(field);
      if (!token) continue;
      const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
      setter.call(field, profile[token]);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
      filled.push(field.name);
    }
    return filled;
  })()`);
}

/** How the trap stands among the fields, and what keeps people and programs from it. */
export function trapFacts(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(`(() => {
    const trap = document.querySelector('[name=_gotcha]');
    const fields = [...trap.form.elements].filter(({ name }) => name);
    return {
      isLast: fields.at(-1) === trap,
      isDisplayed: trap.checkVisibility(),
      width: trap.getBoundingClientRect().width,
      tabIndex: trap.tabIndex,
      autocomplete: trap.autocomplete,
      value: trap.value,
      hidden: trap.closest('[aria-hidden]')?.ariaHidden,
    };
  })()`);
}
