import { REACT_COMPONENT } from '../react-component.ts';
import type { Template } from '../template.ts';

export const react: Template = {
  files: [{ path: 'src/ContactForm.tsx', content: REACT_COMPONENT }],
  notes: ['Render <ContactForm /> where the form should be.'],
};
