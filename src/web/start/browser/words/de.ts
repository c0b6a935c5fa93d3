import type { StartWords } from './words.ts';

/** German. */
export const words: StartWords = {
  tag: 'de',
  name: 'Deutsch',
  languages: 'Sprache',
  title: 'Formular anlegen',
  lead: 'Was über Ihr Formular gesendet wird, kommt in Ihrem Postfach an, und nichts davon wird gespeichert. Sie brauchen kein Konto.',
  noScript:
    'Diese Seite braucht JavaScript. Ohne JavaScript legen Sie ein Formular mit dem Befehl in /llms.txt auf diesem Server an.',
  steps: {
    create: 'Ziel der Nachrichten angeben',
    confirm: 'Postfach bestätigen',
    code: 'Formular in die Website einbauen',
    test: 'Test senden',
  },
  stepDone: 'erledigt',
  create: {
    email: 'Ihre E-Mail-Adresse',
    emailHint: 'Hierhin werden Nachrichten zugestellt. Besucher sehen sie nie.',
    alias: 'Name des Formulars',
    aliasHint: 'Steht im Betreff jeder E-Mail.',
    aliasExample: 'Kontaktformular',
    button: 'Formular anlegen',
    busy: 'Wird angelegt …',
    done: 'Ihr Formular ist angelegt.',
    endpoint: 'Endpunkt Ihres Formulars',
    token: 'Verwaltungsschlüssel',
    tokenHint:
      'Mit diesem Schlüssel können Sie das Formular löschen. Er wird nur jetzt angezeigt und nicht gespeichert: Bewahren Sie ihn gut auf.',
  },
  confirm: {
    look: (email) =>
      `Wir haben eine E-Mail an ${email} gesendet. Öffnen Sie den Link darin und drücken Sie den Knopf.`,
    until: (time) => `Der Link gilt bis ${time}.`,
    waiting: 'Warten auf Ihre Bestätigung …',
    again: 'E-Mail noch einmal senden',
    busy: 'Wird gesendet …',
    sent: 'Die E-Mail wurde noch einmal gesendet.',
    preview: 'Vorschau-Postfach öffnen',
    done: 'Ihr Postfach ist bestätigt. Das Formular ist aktiv.',
  },
  code: {
    framework: 'Womit ist Ihre Website gebaut?',
    loading: 'Code wird geladen …',
    shown: (framework) => `Der Code für ${framework} wird angezeigt.`,
    notes: 'Hinweise zu diesem Code',
  },
  test: {
    explanation:
      'Der Test kommt als echte E-Mail an, ist mit [Test] gekennzeichnet und zählt als eine Zustellung.',
    message: 'Nachricht',
    example: 'Hallo! Das ist ein Test meines neuen Formulars.',
    button: 'Test senden',
    busy: 'Wird gesendet …',
    delivered: 'Der Mailserver hat Ihren Test angenommen. Sehen Sie in Ihrem Postfach nach.',
    used: (used, limit) => `In diesem Monat verbrauchte Zustellungen: ${used} von ${limit}.`,
  },
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed:
    'Der Browser hat das Kopieren nicht erlaubt. Der Text ist markiert: Drücken Sie Strg+C.',
  retryAfter: (duration) => `Versuchen Sie es in ${duration} noch einmal.`,
  errorCode: 'Fehlercode:',
  errors: {
    invalid_email:
      'Das ist keine einfache E-Mail-Adresse wie name@example.com. Bitte berichtigen Sie sie.',
    invalid_alias:
      'Der Name muss 1 bis 120 sichtbare Zeichen auf einer Zeile haben, ohne Anführungszeichen und ohne Webadressen wie https://…',
    rate_limited: 'In kurzer Zeit kamen zu viele Anfragen.',
    verified_destination_capacity:
      'Dieser Dienst kann keine weiteren Postfächer aufnehmen. Bitte sagen Sie dem Betreiber Bescheid.',
    route_not_found:
      'Dieses Formular gibt es nicht mehr. Laden Sie die Seite neu, um ein neues anzulegen.',
    inbox_not_verified: 'Das Formular ist nicht aktiv: Zuerst muss das Postfach bestätigt werden.',
    submission_empty: 'Der Test war leer. Bitte schreiben Sie zuerst eine Nachricht.',
    submission_too_large: 'Der Test ist zu groß. Bitte kürzen Sie die Nachricht.',
    monthly_allowance_exhausted:
      'Dieses Postfach hat seine Zustellungen für diesen Monat verbraucht.',
    delivery_failed:
      'Die E-Mail konnte nicht zugestellt werden. Bitte versuchen Sie es später noch einmal.',
    config_incomplete:
      'Dieser Dienst ist nicht vollständig eingerichtet. Bitte sagen Sie dem Betreiber Bescheid.',
    internal_error:
      'Bei uns ist ein Fehler aufgetreten. Bitte versuchen Sie es später noch einmal.',
    unreachable:
      'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    other: 'Das hat nicht geklappt.',
  },
};
