import { ENDPOINT_PLACEHOLDER } from '../../contract/enums.ts';
import { sendScript } from './form-script.ts';
import { JSX } from './markup.ts';
import { formContent, formTag, type FormDesign, type Framework } from './snippets.ts';
import { styleOf } from './style.ts';

const TAG = [
  'className="contact-form"',
  'action={ENDPOINT}',
  'method="post"',
  'onSubmit={handleSubmit}',
];

const BUTTON = `<button type="submit" disabled={sending}>
  {sending ? 'Sending…' : 'Send'}
</button>`;

const RESULT = `<p ref={status} role="status" tabIndex={-1}>
  {result?.message ?? progress}
</p>`;

const componentOf = (
  design: FormDesign,
): string => `import { useEffect, useId, useRef, useState, useTransition, type SyntheticEvent } from 'react';

const ENDPOINT = '${ENDPOINT_PLACEHOLDER}';

export function ContactForm() {
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  const [result, setResult] = useState<Result>();
  const [progress, setProgress] = useState('');
  const [sending, startSending] = useTransition();

  useEffect(() => {
    if (result) (result.field ?? status.current)?.focus();
  }, [result]);

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setResult(undefined);
    setProgress('');
    startSending(async () => {
      const answer = await send(form, setProgress);
      if (answer.ok) form.reset();
      setResult(answer);
    });
  }

  // The action is for visitors whose JavaScript has not arrived; React would reset after its own.
  return (
    ${formTag(TAG, design, { spaces: 4, name: 'encType' })}
${formContent(design, JSX, { spaces: 6, button: BUTTON, result: RESULT })}
    </form>
  );
}

${sendScript(design.upload, 'ts')}
`;

export const react: Framework = {
  audience: 'React 19',
  notes: [
    "Render <ContactForm /> where the form should be, and import './contact-form.css' there.",
  ],
  files: (design) => [
    { path: 'src/ContactForm.tsx', content: componentOf(design) },
    { path: 'src/contact-form.css', content: `${styleOf(design)}\n` },
  ],
};

const PAGE = `import type { Metadata } from 'next';
import { ContactForm } from './contact-form';
import './contact-form.css';

export const metadata: Metadata = { title: 'Contact' };

export default function ContactPage() {
  return (
    <main>
      <h1>Contact</h1>
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
  files: (design) => [
    { path: 'app/contact/contact-form.tsx', content: `'use client';\n\n${componentOf(design)}` },
    { path: 'app/contact/page.tsx', content: PAGE },
    { path: 'app/contact/contact-form.css', content: `${styleOf(design)}\n` },
  ],
};
