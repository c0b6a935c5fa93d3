import { ENDPOINT_PLACEHOLDER } from '../../../contract/words.ts';
import { SEND_TYPED, STYLE, type Template } from '../snippets.ts';

/** The React component, which the artifacts of react and nextjs share. */
export const REACT_COMPONENT = `import { useEffect, useId, useRef, useState, useTransition, type SyntheticEvent } from 'react';

const ENDPOINT = '${ENDPOINT_PLACEHOLDER}';

export function ContactForm() {
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  const [result, setResult] = useState<Result>();
  const [sending, startSending] = useTransition();

  useEffect(() => {
    if (result) status.current?.focus();
  }, [result]);

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setResult(undefined);
    startSending(async () => {
      const answer = await send(form);
      if (answer.ok) form.reset();
      setResult(answer);
    });
  }

  // The action is for visitors whose JavaScript has not arrived; React would reset after its own.
  return (
    <form className="contact-form" action={ENDPOINT} method="post" onSubmit={handleSubmit}>
      <p>
        <label htmlFor={\`\${id}-name\`}>Name</label>
        <input id={\`\${id}-name\`} name="name" type="text" autoComplete="name" required />
      </p>
      <p>
        <label htmlFor={\`\${id}-email\`}>Email</label>
        <input id={\`\${id}-email\`} name="email" type="email" autoComplete="email" required />
      </p>
      <p>
        <label htmlFor={\`\${id}-message\`}>Message</label>
        <textarea id={\`\${id}-message\`} name="message" rows={6} required />
      </p>
      {/* A trap for robots. Leave it hidden, empty and after the real fields. */}
      <div hidden style={{ display: 'none' }} aria-hidden="true">
        <label>
          Leave this empty
          <input
            name="_gotcha"
            type="text"
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore
            data-bwignore
            data-lpignore="true"
          />
        </label>
      </div>
      <button type="submit" disabled={sending}>
        {sending ? 'Sending…' : 'Send'}
      </button>
      <p ref={status} role="status" tabIndex={-1}>
        {result?.message}
      </p>
    </form>
  );
}

${SEND_TYPED}
`;

export const react: Template = {
  files: [
    { path: 'src/ContactForm.tsx', content: REACT_COMPONENT },
    { path: 'src/contact-form.css', content: `${STYLE}\n` },
  ],
  notes: [
    "Render <ContactForm /> where the form should be, and import './contact-form.css' there.",
  ],
};
