import type { ReceivedMail } from './smtp-sink.ts';

/** The token of a delivered mail. */
export function bounceTokenIn({ email }: Pick<ReceivedMail, 'email'>): string {
  const field = email.headers.find(({ key }) => key === 'letterslot-bounce');
  if (!field) throw new Error('the mail has no bounce token');
  return field.value;
}

const withCrlf = (text: string) => text.replaceAll('\n', '\r\n');

interface Bounce {
  /** The envelope sender of the mail that came back. */
  to: string;
  status?: string;
  action?: string;
  /** The address that failed. */
  recipient?: string;
}

/** A mail that came back, as Postfix writes it (RFC 3464). */
export const bounceMail = ({
  to,
  status = '5.1.1',
  action = 'failed',
  recipient = 'owner@example.com',
}: Bounce): string =>
  withCrlf(`Return-Path: <>
From: MAILER-DAEMON@mx.example.com (Mail Delivery System)
To: ${to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4cXy.1/mx.example.com"

This is a MIME-encapsulated message.

--4cXy.1/mx.example.com
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.com.

--4cXy.1/mx.example.com
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com
Arrival-Date: Mon, 23 Nov 2026 01:00:00 +0000 (UTC)

Final-Recipient: rfc822; ${recipient}
Original-Recipient: rfc822;${recipient}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mail.example.com
Diagnostic-Code: smtp; 550 ${status} <${recipient}>: refused
    for a reason on a second line

--4cXy.1/mx.example.com
Content-Description: Undelivered Message
Content-Type: message/rfc822

From: Forms <forms@letterslot.example>
To: ${recipient}
Subject: A message

Hello.

--4cXy.1/mx.example.com--
`);

/** A complaint as mailbox providers report it (RFC 5965). */
export const complaintMail = (
  token: string,
  { type = 'abuse', to = 'abuse@forms.example.com' }: { type?: string; to?: string } = {},
): string =>
  withCrlf(`From: <abuse-desk@provider.example>
To: <${to}>
Subject: FW: A message
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part"

--part
Content-Type: text/plain

This is an email abuse report.

--part
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: Provider/1.0
Version: 1

--part
Content-Type: message/rfc822
Content-Disposition: inline

From: Forms <forms@letterslot.example>
Letterslot-Bounce: ${token}
Subject: A message

Hello.
--part--
`);
