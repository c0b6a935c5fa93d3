import { ENDPOINT_PLACEHOLDER, type FrameworkId } from '../src/contract/enums.ts';
import { buildGenericArtifact } from '../src/install/install-artifact.ts';
import { indent } from '../src/install/markup.ts';

/** A framework's form code; `from` ends its path. The endpoint is given, or the environment's. */
function formOf(framework: FrameworkId, from = '', endpoint = ''): string {
  const { files } = buildGenericArtifact({ framework });
  const file = files.find(({ path }) => path.endsWith(from));
  if (!file) throw new Error(`the form code for ${framework} has no file ${from}`);
  // What reads it from the environment already has no other one.
  // Without it, the constant fits into one line.
  const [before = '', after] = file.content.split(` ?? '${ENDPOINT_PLACEHOLDER}'`);
  const inCode = after === undefined ? before : before.replace(/ =\s+(?=\S+$)/, ' = ') + after;
  return inCode.replaceAll(ENDPOINT_PLACEHOLDER, () => endpoint);
}

const FORM = /<form\s[^]*<\/script>/;

interface ExampleForm {
  path: string;
  /** The file with the form in it; gets what it holds now. */
  render(current: string): string;
}

/** The form in each example, which is the install code: an example cannot lag behind it. */
export const exampleForms: readonly ExampleForm[] = [
  {
    path: 'examples/html/index.html',
    render(page) {
      const form = formOf('html', '', 'https://forms.example.com/f/cfm_YOUR_FORM_ID');
      return page.replace(FORM, () => indent(form, 6).trim());
    },
  },
  {
    path: 'examples/astro/src/components/ContactForm.astro',
    render: () => formOf('astro'),
  },
  {
    path: 'examples/nextjs/app/contact-form.tsx',
    render: () => formOf('nextjs', 'form.tsx'),
  },
  {
    path: 'examples/nextjs/app/contact-form.css',
    render: () => formOf('nextjs', '.css'),
  },
  {
    path: 'examples/hugo/layouts/partials/contact-form.html',
    render: () => formOf('html', '', '{{ site.Params.formEndpoint }}'),
  },
  {
    path: 'examples/eleventy/_includes/contact-form.liquid',
    render: () => formOf('html', '', '{{ form.endpoint }}'),
  },
  {
    path: 'examples/sveltekit/src/lib/ContactForm.svelte',
    render: () => formOf('svelte'),
  },
];
