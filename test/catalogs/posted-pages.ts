import { ServiceError } from '../../src/contract/service-error.ts';
import { challengePage } from '../../src/web/pages/challenge-page.ts';
import { faultPage } from '../../src/web/pages/fault-page.ts';
import { sendAgainPage } from '../../src/web/pages/send-again-page.ts';
import type { Posted } from '../../src/web/pages/posted-form.ts';
import type { Website } from '../../src/web/pages/page.ts';
import type { Language } from '../../src/catalogs/languages.ts';

/** One field of each kind, all of them wrong; without a word of any language. */
const POSTED: Posted = {
  formId: 'cfm_7K2MNP4QRSTVWXYZ',
  settings: {
    fields: [
      { name: 'a', label: 'A1', required: true, autocomplete: 'name' },
      { name: 'b', label: 'B2', type: 'email', placeholder: 'b2@example.com' },
      { name: 'c', label: 'C3', type: 'number', min: 1, max: 8 },
      { name: 'd', label: 'D4', type: 'date' },
      { name: 'e', label: 'E5', type: 'select', required: true, options: ['5a', '5b'] },
      { name: 'f', label: 'F6', type: 'radio', required: true, options: ['6a', '6b'] },
      { name: 'g', label: 'G7', type: 'checkbox', options: ['7a', '7b'] },
      { name: 'h', label: 'H8', type: 'checkbox', required: true },
      { name: 'i', label: 'I9', type: 'textarea', maxlength: 3 },
      { name: 'j', label: 'J0', type: 'file', required: true },
    ],
    unknown_fields: 'refuse',
  },
  given: new Map([
    ['b', ['b2']],
    ['c', ['3c']],
    ['d', ['4d']],
    ['e', ['5c']],
    ['g', ['7b', '7c']],
    ['i', ['9999']],
    ['x-0', ['0']],
  ]),
  written: new Map([['b', ['b2']]]),
  isMultipart: false,
  files: new Map([
    ['j', 2],
    ['k', 1],
  ]),
  ticket: () => undefined,
};

export const renderFaults = (language: Language, website: Website) =>
  faultPage(language, {
    posted: POSTED,
    error: new ServiceError('submission_invalid', { errors: [] }),
    website,
  });

const CHALLENGE = {
  algorithm: 'SHA-256',
  challenge: 'c0',
  maxnumber: 1,
  salt: '5a',
  signature: '51',
} as const;

export const renderChallenge = (language: Language, website: Website) =>
  challengePage(language, {
    posted: POSTED,
    error: new ServiceError('challenge_required', { challenge: CHALLENGE }),
    website,
  });

export const renderSendAgain = (language: Language, website: Website) =>
  sendAgainPage(language, {
    posted: POSTED,
    error: new ServiceError('delivery_failed', undefined, { variant: 'doubtful_delivery' }),
    website,
  });
