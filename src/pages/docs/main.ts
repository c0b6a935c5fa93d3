import SwaggerUI, { type Wrap } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => void document.documentElement.classList.toggle('dark-mode', dark.matches);
follow();
dark.addEventListener('change', follow);

const nothing: Wrap = () => () => null;

/** Instead of the button to enter a token. */
const needsToken: Wrap =
  (_original, { React }) =>
  () =>
    React.createElement('span', { className: 'needs-token' }, 'needs a token');

SwaggerUI({
  url: 'openapi.json',
  domNode: document.querySelector('#viewer'),
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  // The page is for reading: to try an operation out would mail people, and take their tokens.
  supportedSubmitMethods: [],
  validatorUrl: 'none',
  // A page has one main element.
  onComplete: () => document.querySelector('main main')?.setAttribute('role', 'presentation'),
  plugins: [
    {
      wrapComponents: {
        authorizeBtn: nothing,
        authorizeOperationBtn: needsToken,
        InfoContainer: nothing,
        ServersContainer: nothing,
      },
    },
  ],
});
