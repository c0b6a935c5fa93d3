import { ENDPOINT_PLACEHOLDER } from '../contract/enums.ts';
import { sendScript } from './form-script.ts';
import { JSX, JSX_STATE } from './markup.ts';
import { endpointIn, formContent, formTag, type FormDesign, type Framework } from './snippets.ts';
import { styleOf } from './style.ts';

/** React has no environment of its own; Next.js passes on what begins like this. */
/** What follows `=`; the longer one never fits into its line. */
const OWN_ENDPOINT = ` '${ENDPOINT_PLACEHOLDER}'`;
const NEXT_ENDPOINT = `\n  ${endpointIn('process.env.NEXT_PUBLIC_FORM_ENDPOINT')}`;

const TAG = [
  'className="contact-form"',
  'action={ENDPOINT}',
  'method="post"',
  'data-state={state}',
  'onSubmit={handleSubmit}',
];

const buttonOf = ({
  words: { send, sending },
}: FormDesign) => `<button type="submit" disabled={sending}>
  {sending ? '${sending}' : '${send}'}
</button>`;

const RESULT = `<p ref={status} role="status" tabIndex={-1}>
  {result?.message ?? progress}
</p>`;

const componentOf = (
  design: FormDesign,
  endpoint: string,
): string => `import { useEffect, useId, useRef, useState, useTransition, type SyntheticEvent } from 'react';

const ENDPOINT =${endpoint};

export function ContactForm() {
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  const [result, setResult] = useState<Result>();
  const [progress, setProgress] = useState('');
  const [sending, startSending] = useTransition();
  const state = sending ? 'working' : result && (result.ok ? 'sent' : 'failed');

  useEffect(() => {
    if (!result) return;
    const form = status.current?.closest('form');
    const faulty = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (faulty ?? status.current)?.focus();
  }, [result]);

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setResult(undefined);
    setProgress('');
    startSending(async () => {
      const answer = await send(form, { texts, say: setProgress });
      if (answer.ok) form.reset();
      setResult(answer);
    });
  }

  // The action is for visitors whose JavaScript has not arrived; React would reset after its own.
  return (
    ${formTag(TAG, design, { spaces: 4, name: 'encType' })}
${formContent(design, JSX_STATE, { spaces: 6, button: buttonOf(design), result: RESULT })}
    </form>
  );
}

${sendScript(design, 'ts', false)}
`;

/** React puts the script into the head once, and servers can render everything. */
const scriptedOf = (
  src: string,
  design: FormDesign,
  endpoint: string,
): string => `import { useId } from 'react';

const ENDPOINT =${endpoint};
const SCRIPT = '${src}';

export function ContactForm() {
  const id = useId();

  return (
    <>
      <script async type="module" src={SCRIPT} />
      ${formTag(['className="contact-form"', 'action={ENDPOINT}', 'method="post"'], design, { spaces: 6, name: 'encType' })}
${formContent(design, JSX, { spaces: 8 })}
      </form>
    </>
  );
}
`;

export const react: Framework = {
  audience: 'React 19',
  notes: [
    "Render <ContactForm /> where the form should be, and import './contact-form.css' there.",
  ],
  files: (design, script) => [
    {
      path: 'src/ContactForm.tsx',
      content: script
        ? scriptedOf(script, design, OWN_ENDPOINT)
        : componentOf(design, OWN_ENDPOINT),
    },
    { path: 'src/contact-form.css', content: `${styleOf(design)}\n` },
  ],
};

const pageOf = ({ words: { title } }: FormDesign) => `import type { Metadata } from 'next';
import { ContactForm } from './contact-form';
import './contact-form.css';

export const metadata: Metadata = { title: '${title}' };

export default function ContactPage() {
  return (
    <main>
      <h1>${title}</h1>
      <ContactForm />
    </main>
  );
}
`;

export const nextjs: Framework = {
  audience: 'Next.js 16 with the app router',
  notes: [
    'The page is at /contact; the form can be rendered anywhere else, too.',
    "The visitor's browser posts to the endpoint itself: behind a server action all visitors would " +
      "share your server's address and its rate limit.",
  ],
  files: (design, script) => [
    {
      path: 'app/contact/contact-form.tsx',
      content: script
        ? scriptedOf(script, design, NEXT_ENDPOINT)
        : `'use client';\n\n${componentOf(design, NEXT_ENDPOINT)}`,
    },
    { path: 'app/contact/page.tsx', content: pageOf(design) },
    { path: 'app/contact/contact-form.css', content: `${styleOf(design)}\n` },
  ],
};
