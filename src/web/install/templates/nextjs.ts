import type { Template } from '../snippets.ts';
import { styleOf } from '../style.ts';
import { reactComponent } from './react.ts';

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

export const nextjs: Template = {
  files: (design) => [
    { path: 'app/contact/contact-form.tsx', content: `'use client';\n\n${reactComponent(design)}` },
    { path: 'app/contact/page.tsx', content: PAGE },
    { path: 'app/contact/contact-form.css', content: `${styleOf(design)}\n` },
  ],
  notes: [
    'The page is at /contact; the form can be rendered anywhere else, too.',
    "The visitor's browser posts to the endpoint itself: behind a server action all visitors would " +
      "share your server's address and its rate limit.",
  ],
};
