import type { Email } from 'postal-mime';

/** A mail as the preview received it. */
export interface PreviewMail {
  id: string;
  receivedAt: Date;
  /** The envelope's recipients. */
  recipients: string[];
  email: Email;
  /** As it came over SMTP. */
  raw: Buffer;
}
