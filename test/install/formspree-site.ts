import { wrapInPage } from './plain-page.ts';

/** What a visitor types into the forms below. */
export const TYPED = { email: 'ada@example.com', message: 'Hello from a form that moved' };

const FIELDS = `<input name="email" aria-label="Email">
      <textarea name="message" aria-label="Message"></textarea>
      <button type="submit">Send</button>`;

/** As their own guides show it, but for the form's id and the origin. */
const main = (origin: string, formId: string) => `import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '@formspree/core';
import { initForm } from '@formspree/ajax';
import { useForm, ValidationError } from '@formspree/react';

const formId = ${JSON.stringify(formId)};
const origin = ${JSON.stringify(origin)};

window.submitWithCore = (data) => createClient().submitForm(formId, data, { endpoint: origin });

initForm({
  formElement: '#ajax form',
  formId,
  origin,
  data: { source: 'landing page' },
  onSuccess: (_context, { next }) => void (document.querySelector('#next').textContent = next),
});

function ContactForm() {
  const [state, submit] = useForm(formId, { endpoint: origin });
  if (state.succeeded) return h('p', { role: 'status' }, 'Succeeded, ' + state.result.next);
  return h('form', { onSubmit: submit },
    h('input', { name: 'email', 'aria-label': 'Email' }),
    h(ValidationError, { field: 'email', errors: state.errors }),
    h('textarea', { name: 'message', 'aria-label': 'Message' }),
    h(ValidationError, { errors: state.errors, role: 'alert' }),
    h('button', { type: 'submit', disabled: state.submitting }, 'Send'));
}

createRoot(document.querySelector('#react')).render(h(ContactForm));
`;

/** A website whose forms are sent by the packages of another service, to a form of this service. */
export const formspreeFiles = (origin: string, formId: string) => [
  {
    path: 'package.json',
    content: JSON.stringify({ name: 'site', private: true, type: 'module' }),
  },
  {
    path: 'index.html',
    content: wrapInPage(`<div id="ajax">
      <div data-fs-success></div>
      <div data-fs-error></div>
      <p id="next"></p>
      <form>${FIELDS}</form>
    </div>
    <div id="react"></div>
    <script type="module" src="/main.js"></script>`),
  },
  {
    path: 'vite.config.js',
    // Its `browser` field names a script for pages without a bundler.
    content: "export default { resolve: { mainFields: ['module', 'main'] } };\n",
  },
  { path: 'main.js', content: main(origin, formId) },
];
