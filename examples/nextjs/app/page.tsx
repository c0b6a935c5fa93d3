import { ContactForm } from './contact-form';
import './contact-form.css';

export default function Page() {
  return (
    <main>
      <h1>Contact</h1>
      <ContactForm />
    </main>
  );
}
