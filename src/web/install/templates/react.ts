import { ENDPOINT_PLACEHOLDER } from '../../../contract/enums.ts';
import { JSX } from '../dialects.ts';
import { writeMarkup } from '../markup.ts';
import { sendTypedCode } from '../send.ts';
import { formTag, progressOf, type FormDesign, type Template } from '../snippets.ts';
import { styleOf } from '../style.ts';

/** The React component, which the artifacts of react and nextjs share. */
export const reactComponent = (
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
    ${formTag(['className="contact-form"', 'action={ENDPOINT}', 'method="post"', 'onSubmit={handleSubmit}'], design, { spaces: 4, name: 'encType' })}
${writeMarkup(design.elements, JSX, { spaces: 6 })}
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
${progressOf(design.upload, 6)}      <p ref={status} role="status" tabIndex={-1}>
        {result?.message ?? progress}
      </p>
    </form>
  );
}

${sendTypedCode(design.upload)}
`;

export const react: Template = {
  files: (design) => [
    { path: 'src/ContactForm.tsx', content: reactComponent(design) },
    { path: 'src/contact-form.css', content: `${styleOf(design)}\n` },
  ],
  notes: [
    "Render <ContactForm /> where the form should be, and import './contact-form.css' there.",
  ],
};
