import { LIMITS } from '../contract/limits.ts';
import type { Words } from './words.ts';

const NOT_SENT = 'Nachricht nicht gesendet';
const TRY_LATER =
  'Ihre Nachricht wurde nicht zugestellt. Bitte versuchen Sie es später noch einmal.';

const OUR_FAULT = {
  title: 'Das hat nicht geklappt',
  message: 'Bei uns ist ein Fehler aufgetreten. Bitte versuchen Sie es später noch einmal.',
};

/** German. */
export const de: Words = {
  tag: 'de',
  name: 'Deutsch',
  quote: (text) => `„${text}“`,
  accepted: {
    title: 'Nachricht gesendet',
    thanks: 'Vielen Dank. Ihre Nachricht ist angekommen.',
    test: 'Dies war eine Testnachricht.',
    echo: (quoted) => `Ihr Inhalt: ${quoted}.`,
    close: 'Sie können diese Seite schließen oder zum Formular zurückgehen.',
    backTo: (name) => `Zurück zu ${name}`,
  },
  challenge: {
    working:
      'Zum Schutz vor Spam löst Ihr Browser gerade eine kurze Rechenaufgabe. Danach wird Ihre Nachricht sofort gesendet.',
    files:
      'Ihre Nachricht ist noch da, aber keine Seite kann Dateien behalten: Wählen Sie sie unten noch einmal aus. Währenddessen löst Ihr Browser zum Schutz vor Spam eine kurze Rechenaufgabe.',
    sending: 'Die Rechenaufgabe ist gelöst. Ihre Nachricht wird gesendet.',
    ready: 'Die Rechenaufgabe ist gelöst. Senden Sie Ihre Nachricht jetzt mit der Schaltfläche.',
    failed:
      'Die Rechenaufgabe ließ sich in diesem Browser nicht lösen. Ihre Nachricht wurde nicht gesendet.',
    button: 'Nachricht senden',
    local:
      'Gerechnet wird nur auf Ihrem Gerät. Dafür wird nichts über Sie gespeichert oder weitergegeben.',
    noScript:
      'Ihre Nachricht wurde noch nicht gesendet. Zum Schutz vor Spam verlangt dieses Formular vom Browser eine kurze Rechenaufgabe, und dafür braucht er JavaScript.',
    turnOn:
      'Schalten Sie JavaScript für diese Seite ein und drücken Sie dann auf die Schaltfläche.',
    again: 'Noch einmal versuchen',
    unusual:
      'Das Formular verlangt dies nur bei Nachrichten, die ungewöhnlich aussehen, oder wenn gerade sehr viele ankommen. Sie können auch zurückgehen, Links weglassen und später noch einmal senden.',
    otherWay: 'Sie erreichen den Inhaber dieses Formulars auch auf anderem Weg:',
    written: 'Das haben Sie geschrieben',
  },
  errorCode: 'Fehlercode:',
  otherError: { title: 'Das hat nicht geklappt', message: 'Etwas ist schiefgegangen.' },
  visitor: {
    submission_empty: {
      title: 'Nichts zu senden',
      message: 'Das Formular war leer. Bitte füllen Sie mindestens ein Feld aus.',
    },
    submission_too_large: {
      title: 'Zu viel zum Senden',
      message:
        'Ihre Nachricht ist größer, als dieses Formular erlaubt. Bitte kürzen Sie sie und senden Sie sie dann noch einmal.',
    },
    file_uploads_unsupported: {
      title: 'Dateien lassen sich nicht senden',
      message:
        'Dieses Formular nimmt keine Dateien an. Bitte entfernen Sie die Datei und senden Sie nur den Text.',
    },
    too_many_files: {
      title: 'Zu viele Dateien',
      message:
        'Sie haben mehr Dateien ausgewählt, als dieses Formular auf einmal annimmt (höchstens {count}). Ihre Nachricht wurde nicht gesendet. Wählen Sie weniger Dateien aus und senden Sie die Nachricht noch einmal.',
    },
    file_type_refused: {
      title: 'Solche Dateien lassen sich nicht senden',
      message:
        'Dieses Formular nimmt Dateien dieses Typs nicht an, egal, wie sie heißen. Ihre Nachricht wurde nicht gesendet. Wählen Sie eine Datei eines anderen Typs und senden Sie die Nachricht noch einmal.',
    },
    file_infected: {
      title: 'Eine Datei ist infiziert',
      message:
        'Eine der Dateien enthält Schadsoftware. Ihre Nachricht wurde nicht gesendet. Entfernen Sie diese Datei und senden Sie den Rest noch einmal.',
    },
    file_too_large: {
      title: 'Dateien zu groß',
      message:
        'Die Dateien sind größer, als dieses Formular annehmen kann (zusammen höchstens {size}). Ihre Nachricht wurde nicht gesendet. Wählen Sie weniger oder kleinere Dateien aus und senden Sie die Nachricht noch einmal.',
    },
    invalid_json: {
      title: 'Formular nicht lesbar',
      message:
        'Das Formular kam in einer Form an, die nicht lesbar ist. Ihre Nachricht wurde nicht gesendet.',
    },
    unsupported_media_type: {
      title: 'Formular nicht lesbar',
      message:
        'Das Formular sendet seine Felder auf eine Weise, die nicht unterstützt wird. Unterstützt werden urlencoded, multipart/form-data und JSON, jeweils in UTF-8.',
    },
    invalid_redirect_url: {
      title: 'Dieses Formular enthält einen Fehler',
      message:
        'Ihre Nachricht wurde nicht gesendet. Das Feld {field} muss eine vollständige https://-Adresse sein, zum Beispiel https://example.com/danke.',
    },
    route_not_found: {
      title: 'Dieses Formular gibt es nicht',
      message:
        'Das Formular existiert nicht oder wurde gelöscht. Ihre Nachricht wurde nicht gesendet.',
    },
    inbox_not_verified: {
      title: 'Noch nicht aktiv',
      message:
        'Dieses Formular wartet noch auf die Bestätigung seines Inhabers. Ihre Nachricht wurde nicht gesendet.',
    },
    origin_not_allowed: {
      title: 'Diese Website darf hier nichts einsenden',
      message:
        'Dieses Formular nimmt nur Nachrichten von den Websites an, die sein Inhaber angegeben hat. Ihre kam von einer anderen und wurde nicht gesendet.',
    },
    submission_invalid: {
      title: 'Bitte prüfen Sie Ihre Angaben',
      message:
        'Das Formular wurde noch nicht gesendet. Bitte gehen Sie zurück und prüfen Sie, was Sie eingegeben haben.',
    },
    challenge_required: {
      title: 'Noch ein Schritt',
      message:
        'Ihre Nachricht wurde noch nicht gesendet: Zum Schutz vor Spam verlangt dieses Formular vom Browser zuerst eine kleine Rechenaufgabe. Senden Sie sie noch einmal.',
    },
    monthly_allowance_exhausted: {
      title: 'Monatslimit erreicht',
      message:
        'Dieses Formular hat die Höchstzahl an Nachrichten für diesen Monat erreicht. Ihre Nachricht wurde nicht gesendet. Bitte versuchen Sie es im nächsten Monat wieder.',
    },
    rate_limited: {
      title: 'Zu viele Nachrichten',
      message:
        'In kurzer Zeit wurden zu viele Nachrichten gesendet. Bitte warten Sie eine Minute und senden Sie Ihre dann noch einmal.',
    },
    delivery_failed: { title: NOT_SENT, message: TRY_LATER },
    webhook_delivery_failed: { title: NOT_SENT, message: TRY_LATER },
    invalid_idempotency_key: {
      title: 'Dieses Formular enthält einen Fehler',
      message:
        'Das Formular kam mit einem ungültigen Idempotency-Key. Ihre Nachricht wurde nicht gesendet.',
    },
    idempotency_key_conflict: {
      title: 'Dieses Formular enthält einen Fehler',
      message:
        'Das Formular kam mit dem Idempotency-Key einer anderen Nachricht. Ihre Nachricht wurde nicht gesendet.',
    },
    config_incomplete: {
      title: 'Dieses Formular ist außer Betrieb',
      message:
        'Der Dienst hinter diesem Formular ist nicht vollständig eingerichtet. Ihre Nachricht wurde nicht gesendet.',
    },
    internal_error: OUR_FAULT,
  },
  owner: {
    invalid_json: {
      title: 'Unbekannte Auswahl',
      message:
        'Die Seite hat eine Auswahl gesendet, die wir nicht kennen. Bitte öffnen Sie den Link aus der E-Mail noch einmal und nutzen Sie die Knöpfe der Seite.',
    },
    verification_token_required: {
      title: 'Link unvollständig',
      message: 'Ein Teil des Links fehlt. Bitte öffnen Sie den ganzen Link aus der E-Mail.',
    },
    verification_token_invalid: {
      title: 'Link ungültig',
      message: 'Dieser Link ist ungültig. Bitte öffnen Sie den ganzen Link aus der E-Mail.',
    },
    verification_token_expired: {
      title: 'Link abgelaufen',
      message: `Dieser Link ist älter als ${LIMITS.verificationTokenHours} Stunden.`,
    },
    verification_mismatch: {
      title: 'Link ungültig',
      message: 'Dieser Link gehört zu einer anderen Adresse als der, an die das Formular zustellt.',
    },
    verification_unavailable: {
      title: 'Ein anderer Link bestätigt dieses Postfach',
      message:
        'Hier bestätigt der E-Mail-Anbieter die Postfächer selbst. Bitte verwenden Sie den Link in seiner E-Mail.',
    },
    route_not_found: {
      title: 'Dieses Formular gibt es nicht mehr',
      message: 'Das Formular wurde gelöscht. Es ist nichts mehr zu tun.',
    },
    invalid_email: {
      title: 'Adresse nicht angenommen',
      message: 'Der E-Mail-Anbieter nimmt diese Adresse nicht an.',
    },
    verified_destination_capacity: {
      title: 'Kein Platz für dieses Postfach',
      message:
        'Dieser Dienst kann keine weiteren Postfächer aufnehmen. Sein Betreiber muss Platz schaffen.',
    },
    rate_limited: {
      title: 'Bitte warten Sie ein wenig',
      message:
        'An dieses Postfach gingen in kurzer Zeit mehrere E-Mails, darum wurde jetzt keine gesendet.',
    },
    delivery_failed: {
      title: 'E-Mail nicht gesendet',
      message:
        'Die E-Mail konnte nicht gesendet werden. Bitte versuchen Sie es später noch einmal.',
    },
    config_incomplete: {
      title: 'Außer Betrieb',
      message:
        'Dieser Dienst ist nicht vollständig eingerichtet. Sein Betreiber muss sich darum kümmern.',
    },
    internal_error: OUR_FAULT,
  },
  variants: {
    doubtful_delivery: {
      title: 'Vielleicht nicht zugestellt',
      message:
        'Ihre Nachricht wurde möglicherweise nicht zugestellt: Der empfangende Mailserver hat sie nicht bestätigt. Wenn Sie sie noch einmal senden, kommt sie vielleicht doppelt an.',
    },
    refused_message: {
      title: 'Nachricht abgelehnt',
      message:
        'Der empfangende Mailserver hat Ihre Nachricht abgelehnt. Wenn Sie dieselbe Nachricht noch einmal senden, wird sie wieder abgelehnt.',
    },
    too_large_for_mail: {
      title: 'Zu lang zum Zustellen',
      message:
        'Ihre Nachricht ist größer, als der empfangende Mailserver annimmt. Bitte kürzen Sie sie und senden Sie sie noch einmal.',
    },
    overloaded: {
      title: 'Einen Moment, bitte',
      message:
        'Gerade ist zu viel auf einmal unterwegs. Bitte versuchen Sie es in einigen Sekunden noch einmal.',
    },
    late_body: {
      title: 'Das hat zu lange gedauert',
      message:
        'Ihre Nachricht ist nicht rechtzeitig vollständig angekommen, deshalb wurde nichts gesendet. Meist liegt es an einer langsamen oder unterbrochenen Verbindung.',
    },
    outdated_link: {
      title: 'Link überholt',
      message:
        'Dieser Link stammt aus der Zeit, bevor das Formular angehalten wurde. Verwenden Sie den Link in der neuesten E-Mail dazu.',
    },
    unapproved_form: {
      title: 'Noch nicht freigegeben',
      message:
        'Der Inhaber des Postfachs hat dieses Formular noch nicht freigegeben. Bis dahin nimmt es nur wenige Nachrichten im Monat an. Ihre Nachricht wurde nicht gesendet.',
    },
    outdated_change: {
      title: 'Diese Änderung wartet nicht mehr',
      message: 'Eine spätere Änderung hat sie ersetzt, oder der Link ist zu alt.',
    },
    blocked_file: {
      title: 'Solche Dateien lassen sich nicht senden',
      message:
        'E-Mail-Anbieter blockieren solche Dateien: Programme, Skripte, Datenträgerabbilder und Archive, in denen so etwas steckt. Ihre Nachricht wurde nicht gesendet. Wählen Sie eine andere Datei und senden Sie die Nachricht noch einmal.',
    },
    other_origins: {
      title: 'Das Formular hat schon seine Websites',
      message: 'Es nimmt schon nur Nachrichten von bestimmten Websites an. Nichts wurde geändert.',
    },
    ended_origin_link: {
      title: 'Dieser Link gilt nicht mehr',
      message: `Er wurde schon benutzt oder ist älter als ${LIMITS.originLinkDays} Tage. Neuere Mails des Formulars haben einen neuen Link; unter Ihren Formularen und Einstellungen können Sie Websites jederzeit eintragen.`,
    },
    ended_hand_over: {
      title: 'Dieses Angebot gilt nicht mehr',
      message:
        'Das Formular wurde seitdem geändert oder angehalten, oder es hat ein anderes Postfach. Sein Inhaber kann es noch einmal anbieten.',
    },
    ended_copy: {
      title: 'Diese Kopien sind beendet',
      message:
        'Das Formular bietet diesem Postfach keine Kopien mehr an, oder sie wurden beendet. Der Inhaber des Formulars kann das Postfach noch einmal fragen lassen.',
    },
    refused_question: {
      title: 'Das haben Sie abgelehnt',
      message:
        'Sie haben abgelehnt, worum es in diesem Link ging; damit ist es erledigt. Der Inhaber des Formulars kann Sie erneut fragen, sobald Sie solche Mails wieder zulassen.',
    },
    paused_form: {
      title: 'Dieses Formular ist pausiert',
      message: 'Der Inhaber hat dieses Formular pausiert. Ihre Nachricht wurde nicht gesendet.',
    },
    bounced_inbox: {
      title: 'Zurzeit nicht erreichbar',
      message:
        'Das Postfach hinter diesem Formular nimmt zurzeit keine E-Mails an. Ihre Nachricht wurde nicht gesendet.',
    },
    too_many_fields: {
      title: 'Zu viel zum Senden',
      message: `Dieses Formular hat mehr als ${LIMITS.submissionFields} Felder. Ihre Nachricht wurde nicht gesendet.`,
    },
    long_field_name: {
      title: 'Dieses Formular enthält einen Fehler',
      message: `Ein Feld dieses Formulars hat einen Namen mit mehr als ${LIMITS.fieldNameCharacters} Zeichen. Ihre Nachricht wurde nicht gesendet.`,
    },
  },
  fields: {
    valueMissing: {
      text: 'Bitte füllen Sie dieses Feld aus.',
      choice: 'Bitte wählen Sie eine der Möglichkeiten.',
      tick: 'Bitte setzen Sie hier ein Häkchen.',
      ticks: 'Bitte setzen Sie mindestens ein Häkchen.',
      file: 'Bitte wählen Sie eine Datei.',
    },
    typeMismatch: {
      email: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
      emails: 'Bitte geben Sie E-Mail-Adressen ein, durch Kommas getrennt.',
      url: 'Bitte geben Sie eine vollständige Webadresse ein, zum Beispiel https://example.com.',
    },
    patternMismatch: 'Bitte verwenden Sie das Format, das dieses Formular verlangt.',
    tooLong: 'Bitte kürzen Sie dies auf höchstens {maxlength} Zeichen.',
    tooShort: 'Bitte schreiben Sie mindestens {minlength} Zeichen.',
    rangeUnderflow: {
      number: 'Bitte geben Sie mindestens {min} ein.',
      moment: 'Bitte wählen Sie {min} oder später.',
      time: 'Bitte wählen Sie eine Uhrzeit von {min} bis {max}.',
    },
    rangeOverflow: {
      number: 'Bitte geben Sie höchstens {max} ein.',
      moment: 'Bitte wählen Sie {max} oder früher.',
      time: 'Bitte wählen Sie eine Uhrzeit von {min} bis {max}.',
    },
    stepMismatch: {
      number:
        'Bitte geben Sie eine passende Zahl ein: {base} oder von dort in Schritten von {step}.',
      moment: 'Bitte wählen Sie einen passenden Wert: Hier sind nur bestimmte möglich.',
    },
    badInput: {
      number: 'Bitte geben Sie eine Zahl ein.',
      date: 'Bitte geben Sie ein Datum ein, als JJJJ-MM-TT.',
      time: 'Bitte geben Sie eine Uhrzeit ein, als HH:MM.',
      moment: 'Bitte geben Sie Datum und Uhrzeit ein, zum Beispiel 2026-01-31T09:30.',
      option: 'Bitte wählen Sie eine der Möglichkeiten, die das Formular bietet.',
      single: 'Bitte geben Sie nur einen Wert an.',
      file: 'Bitte senden Sie hier eine Datei: Das Formular muss als multipart/form-data gesendet werden.',
      noFile: 'Dieses Feld nimmt keine Datei an.',
      singleFile: 'Bitte wählen Sie nur eine Datei.',
    },
    unknownField: 'Bitte lassen Sie dieses Feld weg: Das Formular hat es nicht.',
  },
  givenBack: {
    lead: 'Ihre Nachricht wurde noch nicht gesendet. Was Sie geschrieben haben, steht noch hier: Korrigieren Sie die Felder unten und senden Sie die Nachricht dann noch einmal.',
    check: 'Bitte prüfen:',
    optional: '(freiwillig)',
    choose: 'Bitte wählen …',
    typed: (text) => `Sie schrieben: ${text}`,
    chooseAgain: 'Bitte wählen Sie Ihre Dateien noch einmal aus.',
    leftOut: {
      title: 'Gehört nicht zu diesem Formular',
      explanation:
        'Diese Felder nimmt das Formular nicht an. Beim nächsten Senden bleiben sie weg.',
    },
    send: 'Noch einmal senden',
  },
  hints: {
    back: 'Gehen Sie mit der Zurück-Taste Ihres Browsers zum Formular zurück.',
    backAndRetry:
      'Gehen Sie mit der Zurück-Taste Ihres Browsers zum Formular zurück und versuchen Sie es später noch einmal.',
    tellOwner: 'Bitte sagen Sie dem Inhaber der Website Bescheid.',
    unchanged: 'Es wurde nichts geändert.',
    wholeLink:
      'Manche Mailprogramme zerteilen lange Links. Kopieren Sie den Link als eine einzige Zeile.',
    openAgainLater: 'Bitte öffnen Sie den Link später noch einmal.',
    closePage: 'Sie können diese Seite schließen.',
  },
  doors: {
    home: {
      title: 'Das ist Letterslot',
      message:
        'Es leitet als E-Mail weiter, was Menschen in Formulare auf Websites schreiben, an den Inhaber des Formulars. Nichts davon wird gespeichert.',
    },
    develop: 'Für Entwickler',
    form: {
      title: 'Das ist die Adresse eines Formulars',
      message:
        'Ein Formular auf einer Website sendet seine Nachrichten hierher. Unter dieser Adresse selbst gibt es nichts zu lesen.',
      visitor:
        'Sie möchten eine Nachricht schreiben? Bitte verwenden Sie das Formular auf der Website, von der Sie kommen.',
      owner:
        'Sie bauen das Formular in Ihre Website ein? Dann gehört diese Adresse in das Attribut action des Formulars, mit der Methode POST.',
      code: 'Code holen',
    },
    noForm: {
      title: 'Dieses Formular gibt es nicht',
      message: 'Das Formular existiert nicht oder wurde gelöscht.',
    },
    nothing: {
      title: 'Hier ist nichts',
      message:
        'Unter dieser Adresse gibt es nichts. Falls Sie ein Formular abgeschickt haben, wurde Ihre Nachricht nicht zugestellt. Vielleicht ist der Link abgeschnitten oder falsch geschrieben.',
    },
    create: 'Formular anlegen',
  },
  facts: {
    name: 'Name, den der Antragsteller gewählt hat',
    inbox: 'Postfach',
    endpoint: 'Endpunkt',
    formId: 'Formular',
    elsewhere: {
      webhook: {
        instead:
          'Einsendungen werden nicht per E-Mail zugestellt, sondern an eine Webadresse gesendet, die der Antragsteller gewählt hat',
        also: 'Einsendungen gehen auch an eine Webadresse, die der Antragsteller gewählt hat',
      },
      slack: {
        instead:
          'Einsendungen werden nicht per E-Mail zugestellt, sondern an einen Slack-Kanal gesendet, den der Antragsteller gewählt hat',
        also: 'Einsendungen gehen auch an einen Slack-Kanal, den der Antragsteller gewählt hat',
      },
      discord: {
        instead:
          'Einsendungen werden nicht per E-Mail zugestellt, sondern an einen Discord-Kanal gesendet, den der Antragsteller gewählt hat',
        also: 'Einsendungen gehen auch an einen Discord-Kanal, den der Antragsteller gewählt hat',
      },
      teams: {
        instead:
          'Einsendungen werden nicht per E-Mail zugestellt, sondern an einen Microsoft-Teams-Kanal gesendet, den der Antragsteller gewählt hat',
        also: 'Einsendungen gehen auch an einen Microsoft-Teams-Kanal, den der Antragsteller gewählt hat',
      },
      telegram: {
        instead:
          'Einsendungen werden nicht per E-Mail zugestellt, sondern an einen Telegram-Chat gesendet, den der Antragsteller gewählt hat',
        also: 'Einsendungen gehen auch an einen Telegram-Chat, den der Antragsteller gewählt hat',
      },
      ntfy: {
        instead:
          'Einsendungen werden nicht per E-Mail zugestellt, sondern an ein ntfy-Thema gesendet, das der Antragsteller gewählt hat',
        also: 'Einsendungen gehen auch an ein ntfy-Thema, das der Antragsteller gewählt hat',
      },
    },
  },
  chats: { cut: 'Diese Nachricht ist für dieses Ziel zu lang und wurde hier gekürzt.' },
  settings: {
    names: {
      language: 'Sprache der E-Mails',
      subject: 'Betreff der E-Mails',
      sender_name: 'Absendername der E-Mails',
      redirect: 'Seite nach dem Senden',
      success_message: 'Text nach dem Senden',
      website: 'Website',
      origins: 'Websites, die einsenden dürfen',
      fields: 'Felder',
      unknown_fields: 'Andere Felder',
      challenge: 'Spam-Prüfung',
      files: 'Dateien',
      copies: 'Kopien',
      targets: 'Weitere Ziele',
      auto_reply: 'Automatische Antwort',
      encryption: 'Verschlüsselung',
      paused: 'Pausiert',
    },
    before: 'Jetzt',
    after: 'Nach der Änderung',
    none: 'nicht gesetzt',
    defaults: { origins: 'jede Website' },
    filesTaken: {
      count: 'höchstens {count} auf einmal',
      bytes: 'zusammen höchstens {size}',
      types: 'nur {types}',
    },
    yes: 'ja',
    no: 'nein',
  },
  verification: {
    open: {
      title: 'Dieses Formular an Ihr Postfach zustellen?',
      explanation:
        'Sobald Sie bestätigen, wird alles, was Besucher über dieses Formular senden, wie hier gezeigt zugestellt.',
      button: 'Formular bestätigen',
      ignore:
        'Sie haben das nicht angefordert? Schließen Sie die Seite. Ohne Ihre Bestätigung wird nichts zugestellt.',
    },
    confirmed: {
      title: 'Das Formular ist aktiv',
      explanation: 'Ab jetzt werden Einsendungen wie hier gezeigt zugestellt.',
    },
    next: {
      code: 'Code holen',
      inbox: 'Alle Formulare dieses Postfachs ansehen',
    },
    expired: {
      title: 'Link abgelaufen',
      explanation: `Dieser Link ist älter als ${LIMITS.verificationTokenHours} Stunden.`,
      again: 'Wer das Formular angelegt hat, kann eine neue E-Mail senden lassen.',
    },
    gone: {
      title: 'Dieses Formular gibt es nicht mehr',
      message: 'Das Formular wurde gelöscht. Es gibt nichts mehr zu bestätigen.',
    },
  },
  owners: {
    handOver: {
      owner: {
        title: 'Dieses Formular übergeben?',
        explanation:
          'Wenn Sie zustimmen, fragen wir das Postfach unten. Stimmt auch dieses zu, gehen Nachrichten dorthin und nicht mehr an Sie, und nur dessen Inhaber kann das Formular ändern. Postfächer, die Kopien bekommen, bekommen sie weiter.',
        button: 'Übergeben',
        ignore: 'Sie haben das nicht erwartet? Schließen Sie diese Seite: Nichts ändert sich.',
      },
      to: 'Neues Postfach',
      asked: {
        title: 'Das andere Postfach wurde gefragt',
        explanation: 'Bis es zustimmt, stellt das Formular weiter an Sie zu.',
      },
      offer: {
        title: 'Dieses Formular übernehmen?',
        explanation:
          'Wenn Sie zustimmen, wird alles, was Besucher über dieses Formular senden, wie hier gezeigt zugestellt: an dieses Postfach und an jeden anderen aufgeführten Ort. Nur Sie können das Formular dann ändern.',
        button: 'Formular übernehmen',
        refuse: 'Das möchte ich nicht',
        ignore:
          'Sie kennen dieses Formular nicht? Schließen Sie die Seite: Ohne Ihre Zustimmung kommt nichts an.',
      },
      encrypted:
        'Seine E-Mails werden für den Schlüssel unten verschlüsselt. Gehört er nicht Ihnen, können Sie sie nicht lesen: Ändern Sie die Einstellung, sobald Sie das Formular übernommen haben.',
      again: 'Der Inhaber des Formulars kann dieses Postfach noch einmal fragen lassen.',
      done: {
        title: 'Das Formular ist übergeben',
        explanation: 'Ab jetzt stellt es an sein neues Postfach zu.',
      },
    },
    copies: {
      ask: {
        title: 'Kopien der Nachrichten dieses Formulars bekommen?',
        explanation:
          'Wenn Sie zustimmen, bekommt dieses Postfach eine Kopie jeder Nachricht, die Besucher über dieses Formular senden. Kopien zählen zum Monatslimit dieses Postfachs, und jede enthält einen Link, der sie beendet.',
        button: 'Kopien bekommen',
        refuse: 'Das möchte ich nicht',
        ignore:
          'Sie kennen dieses Formular nicht? Schließen Sie die Seite: Ohne Ihre Zustimmung kommt nichts an.',
      },
      confirmed: {
        title: 'Sie bekommen Kopien',
        explanation:
          'Ab jetzt bekommt dieses Postfach eine Kopie jeder Nachricht dieses Formulars. Jede enthält einen Link, der die Kopien beendet.',
      },
      again: 'Der Inhaber des Formulars kann dieses Postfach noch einmal fragen lassen.',
      stop: {
        title: 'Diese Kopien beenden?',
        explanation:
          'Danach bekommt dieses Postfach keine Kopien der Nachrichten dieses Formulars mehr. Das Formular selbst läuft weiter.',
        button: 'Kopien beenden',
      },
      askStop: {
        title: 'Diese Kopien beenden?',
        explanation:
          'E-Mails werden zitiert und weitergeleitet. Deshalb fragen wir zuerst Ihr Postfach: Öffnen Sie den Link in der E-Mail, die wir dorthin senden.',
        button: 'E-Mail senden',
      },
      sent: 'Wir haben einen Link an das Postfach gesendet, das diese Kopien bekommt.',
      stopped: {
        title: 'Die Kopien sind beendet',
        explanation: 'Dieses Postfach bekommt keine Kopien der Nachrichten dieses Formulars mehr.',
        undo: 'War das ein Versehen? Sie können es gleich rückgängig machen.',
        undoButton: 'Wieder Kopien bekommen',
      },
    },
    stop: {
      title: 'Dieses Formular anhalten?',
      explanation:
        'Danach stellt das Formular nichts mehr an Ihr Postfach zu, bis Sie es erneut bestätigen.',
      button: 'Formular anhalten',
      report: 'Anhalten und als Spam melden',
    },
    askStop: {
      title: 'Dieses Formular anhalten?',
      explanation:
        'E-Mails werden zitiert und weitergeleitet. Deshalb fragen wir zuerst das Postfach dieses Formulars: Öffnen Sie den Link in der E-Mail, die wir dorthin senden.',
      button: 'E-Mail senden',
    },
    restart: {
      title: 'Dieses Formular wieder starten?',
      explanation: 'Das Formular ist angehalten. Danach stellt es wieder an Ihr Postfach zu.',
      button: 'Wieder zustellen',
    },
    restarted: { explanation: 'Einsendungen werden zugestellt.' },
    waiting: {
      title: 'Ihr E-Mail-Anbieter ist am Zug',
      explanation:
        'Das Formular stellt wieder zu, sobald Ihr E-Mail-Anbieter das Postfach bestätigt hat.',
    },
    stopped: {
      title: 'Das Formular ist angehalten',
      explanation: 'Es wird nichts mehr zugestellt. Wer das Formular absendet, erfährt das.',
      undo: 'War das ein Versehen? Sie können das Formular gleich wieder starten.',
      undoButton: 'Wieder zustellen',
      again: 'Damit es wieder zustellt, brauchen Sie einen neuen Bestätigungslink.',
      againButton: 'Neuen Bestätigungslink senden',
      removed: `Ein Formular, das ${LIMITS.unverifiedRouteDays} Tage angehalten bleibt, wird entfernt.`,
    },
    quiet: {
      title: 'Keine E-Mail, wenn dieses Formular verstummt?',
      explanation:
        'Das Formular bleibt, wie es ist. Sie erfahren nur nicht mehr, wenn es sonst Nachrichten zustellt und eine Zeit lang keine kommt.',
      button: 'Nicht benachrichtigen',
      ignore: 'Sie möchten es erfahren? Schließen Sie diese Seite.',
    },
    quieted: {
      title: 'Sie werden nicht mehr benachrichtigt',
      explanation: 'Wenn dieses Formular verstummt, wird keine E-Mail gesendet.',
      undo: 'Wieder benachrichtigen',
    },
    answers: {
      title: 'Alle automatischen Antworten an diese Adresse abstellen?',
      explanation:
        'Diese Adresse bekam eine automatische Antwort, weil sie in ein Formular dieses Dienstes eingetragen wurde. Nach einem Klick auf den Knopf sendet kein Formular dieses Dienstes mehr eine solche Antwort an sie.',
      button: 'Automatische Antworten abstellen',
      keep: 'Antworten von Menschen sind davon nicht betroffen. Sie möchten die Antworten behalten? Schließen Sie diese Seite.',
    },
    answersStopped: {
      title: 'Keine automatischen Antworten mehr',
      explanation:
        'Kein Formular dieses Dienstes sendet dieser Adresse noch automatische Antworten.',
      mistake: 'War das ein Versehen? Dann lassen Sie sie wieder zu.',
      allow: 'Automatische Antworten zulassen',
    },
    answersAllowed: {
      title: 'Automatische Antworten kommen wieder an',
      explanation: 'Formulare dieses Dienstes dürfen dieser Adresse wieder automatisch antworten.',
    },
    refuse: {
      title: 'Sie haben dieses Formular nicht angefordert?',
      explanation: `Dann entfernen wir die Anfrage und senden ${LIMITS.refusalDays} Tage lang keine weiteren Bestätigungsmails an dieses Postfach.`,
      button: 'Anfrage entfernen',
      keep: 'Sie haben es doch angefordert? Schließen Sie diese Seite und verwenden Sie den anderen Link in der E-Mail.',
    },
    refused: {
      title: 'Die Anfrage ist entfernt',
      explanation: `Dieses Postfach bekommt ${LIMITS.refusalDays} Tage lang keine weiteren Bestätigungsmails.`,
      mistake: 'War das ein Versehen? Dann lassen Sie solche E-Mails wieder zu.',
      allow: 'Bestätigungsmails zulassen',
    },
    allowed: {
      title: 'Bestätigungsmails kommen wieder an',
      explanation: 'Das entfernte Formular muss neu angelegt werden.',
      again:
        'Was Sie abgelehnt haben, bleibt abgelehnt, bis der Inhaber des Formulars Sie erneut fragt.',
    },
    refusalEnded: {
      title: 'Dieser Link gilt nicht mehr',
      message:
        'Das Formular wurde aus diesem Postfach bestätigt, oder der Link ist zu alt. Ein Formular halten Sie mit dem Link am Ende seiner E-Mails an.',
    },
    approve: {
      title: 'Dieses Formular freigeben?',
      explanation:
        'Das Formular ist aktiv, weil dieses Postfach schon bestätigt ist. Bis Sie es freigeben, darf es nur einen kleinen Teil Ihrer Zustellungen des Monats nutzen.',
      button: 'Formular freigeben',
      ignore:
        'Sie kennen dieses Formular nicht? Geben Sie es nicht frei, sondern halten Sie es mit dem anderen Link in der E-Mail an.',
    },
    approved: {
      title: 'Das Formular ist freigegeben',
      explanation: 'Es darf jetzt alle Zustellungen des Monats nutzen.',
    },
    change: {
      title: 'Diese Änderung annehmen?',
      explanation:
        'Mit dem Verwaltungsschlüssel Ihres Formulars wurde eine Änderung seiner Einstellungen angefordert. Sie gilt, sobald Sie sie annehmen.',
      button: 'Änderung annehmen',
      ignore:
        'Das haben Sie nicht erwartet? Schließen Sie diese Seite: Nichts ändert sich, und die Anfrage verfällt von selbst.',
    },
    changed: { title: 'Die Einstellungen sind geändert', explanation: 'Die Änderung gilt jetzt.' },
    origin: {
      title: 'Nur Nachrichten von dieser Website annehmen?',
      explanation:
        'Das Formular lehnt dann Nachrichten ab, die von einer anderen Website gesendet werden. Sie können das jederzeit unter „Ihre Formulare und Einstellungen“ ändern.',
      button: 'Nur diese Website zulassen',
      website: 'Website',
      ignore:
        'Das ist nicht Ihre Website, oder Ihr Formular steht auch auf anderen? Schließen Sie diese Seite: Nichts ändert sich.',
    },
    limited: {
      title: 'Das Formular lässt nur diese Website zu',
      explanation:
        'Nachrichten von anderen Websites werden jetzt abgelehnt. Sie können das jederzeit unter „Ihre Formulare und Einstellungen“ ändern.',
    },
    otherOrigins: {
      title: 'Das Formular hat schon seine Websites',
      explanation:
        'Es nimmt nur Nachrichten von den Websites unten an. Sie können sie unter „Ihre Formulare und Einstellungen“ ändern.',
    },
    spam: {
      title: 'War das Spam?',
      explanations: {
        suspicious:
          'Dieses Formular gibt dann dem Browser eines verdächtigen Absenders eine kurze Rechenaufgabe, bevor es die Nachricht annimmt. Menschen merken davon kaum etwas; die meisten Programme, die Spam senden, geben auf.',
        always:
          'Dieses Formular gibt dann dem Browser jedes Absenders eine kurze Rechenaufgabe, bevor es eine Nachricht annimmt. Menschen merken davon kaum etwas; die meisten Programme, die Spam senden, geben auf. Wessen Browser keine Skripte ausführt, kann dann nichts mehr senden.',
      },
      notKept:
        'Hier wird keine Nachricht aufbewahrt, also gibt es auch keine, mit der ein Filter lernen könnte. Der Knopf ändert nur die Einstellungen dieses Formulars.',
      buttons: { suspicious: 'Verdächtige Absender prüfen', always: 'Jeden Absender prüfen' },
      ignore: 'Es war kein Spam? Schließen Sie diese Seite: Nichts ändert sich.',
    },
    guarded: {
      title: 'Das Formular prüft seine Absender',
      explanation:
        'Die Einstellung unten gilt jetzt. Sie können sie jederzeit unter „Ihre Formulare und Einstellungen“ ändern.',
    },
    notSpam: {
      title: 'War das kein Spam?',
      explanation:
        'Dieses Formular markiert dann keine Nachrichten mehr aus diesem Grund und verlangt deswegen auch keine Rechenaufgabe. Alle anderen Gründe zählen weiter.',
      button: 'Aus diesem Grund nicht mehr markieren',
      mark: 'Was in der E-Mail stand',
      marksAgain: 'Zählt wieder',
      ignore: 'Es war doch Spam? Schließen Sie diese Seite: Nichts ändert sich.',
    },
    relaxed: {
      title: 'Das Formular markiert weniger',
      explanation: 'Aus dem Grund unten markiert es keine Nachrichten mehr.',
      undo: 'Aus diesem Grund wieder markieren',
    },
    linkSent: {
      title: 'Ein neuer Link ist unterwegs',
      explanation: 'Wir haben einen Link an das Postfach dieses Formulars gesendet.',
      look: 'Bitte sehen Sie in Ihrem Postfach nach, auch im Spam-Ordner. Diese Seite können Sie schließen.',
    },
  },
  mails: {
    label: (text) => `${text}:`,
    sentBy: (operator, why, formId) =>
      `Gesendet von ${operator}, weil ${why}${formId === undefined ? '' : ` (${formId})`}.`,
    stopForm: 'Formular anhalten',
    inboxPage: 'Ihre Formulare und Einstellungen',
    encrypted: {
      age: (form) =>
        `Ihr Formular „${form}“ hat eine neue Nachricht. Sie ist mit Ihrem age-Schlüssel verschlüsselt: Speichern Sie den Anhang message.eml.age, entschlüsseln Sie ihn und öffnen Sie message.eml mit Ihrem E-Mail-Programm. Auf der Kommandozeile:`,
    },
    submission: {
      heading: { real: 'Neue Einsendung', test: 'Testeinsendung' },
      subject: (form) => `Neue Einsendung: ${form}`,
      via: (name, form) => `${name} über ${form}`,
      why: (form) => `dieses Postfach das Formular ${form} bestätigt hat`,
      replies: {
        visitor:
          'Antworten gehen an den Absender des Formulars, dessen Name und Adresse niemand geprüft hat.',
        nobody: 'Das Formular enthält keine Adresse für eine Antwort.',
      },
      sentFrom: (host) => `Gesendet von der Website ${host}, wie der Browser des Absenders angibt.`,
      onlyFrom: 'Nur diese Website zulassen',
      whyCopy: (form) => `dieses Postfach Kopien des Formulars ${form} zugestimmt hat`,
      stopCopy: 'Kopien beenden',
      wasSpam: 'Das war Spam',
      notSpam: 'Das war kein Spam',
      marked: (reasons) =>
        `Als verdächtig markiert, weil ${reasons}. Die Einsendung kann trotzdem echt sein.`,
      both: (one, other) => `${one} und ${other}`,
      reasons: {
        links: 'sie fünf oder mehr Webadressen enthält',
        unusual_links: 'sie eine Webadresse enthält, die ihr Ziel verbirgt',
        markup: 'sie den Code eines Links enthält',
        gibberish: 'ihr Text aus zufälligen Buchstaben besteht',
        foreign_script:
          'sie überwiegend in einer Schrift verfasst ist, die nicht zum Formular passt, und einen Link enthält',
        other_page: 'sie von einer Seite einer anderen Website gesendet wurde',
        foreign_trap: 'ein Feld ausgefüllt ist, das Menschen nicht sehen',
        too_fast: 'sie schneller kam, als Menschen ein Formular ausfüllen',
        repeat: 'dasselbe mindestens dreimal innerhalb von zehn Minuten gesendet wurde',
        many_forms:
          'derselbe Text innerhalb einer Stunde an mindestens drei andere Formulare gesendet wurde',
        spam_filter: 'der Spamfilter dieses Dienstes sie für Spam hält',
      },
    },
    answer: {
      subject: (form) => `Ihre Nachricht an ${form}`,
      why: (form) => `diese Adresse in das Formular ${form} eingetragen wurde`,
      replies:
        'Dies ist eine automatische Antwort. Wer darauf antwortet, erreicht den Inhaber des Formulars nicht. Sie haben das Formular nicht benutzt? Dann hat jemand anderes Ihre Adresse eingetragen; ignorieren Sie diese E-Mail oder stellen Sie solche Antworten ab.',
      stop: 'Alle automatischen Antworten dieses Dienstes an diese Adresse abstellen',
    },
    telling: [
      'ihr formular übergeben',
      'formular übernehmen',
      'formular wurde übergeben',
      'formular gehört jetzt ihnen',
      'kopien der nachrichten eines formulars',
      'kopien eines formulars beenden',
      'bestätigen sie dieses postfach',
      'neues formular stellt an',
      'neues formular wartet',
      'monatslimit ihrer formulare',
      'monatslimits ihrer formulare',
      'ihr formular anhalten',
      'formular wurde angehalten',
      'formular wieder starten',
      'änderung der einstellungen ihres formulars',
      'ihre formulare verwalten',
      'formular lässt nur noch eine website zu',
      'prüft seine absender jetzt strenger',
      'markiert jetzt weniger nachrichten',
      'ungewöhnlich viele einsendungen',
      'ziel ihres formulars nimmt keine',
      'ist verstummt',
    ],
    confirm: {
      title: 'Bestätigen Sie dieses Postfach für ein neues Formular',
      subject: (operator) => `${operator}: Bestätigen Sie dieses Postfach für ein neues Formular`,
      explanation:
        'Jemand hat ein Webformular angefordert, dessen Einsendungen wie unten gezeigt zugestellt werden. Ohne Ihre Bestätigung wird nichts zugestellt.',
      instruction: 'Um zu bestätigen, öffnen Sie diese Seite und drücken Sie den Knopf',
      button: 'Ansehen und bestätigen',
      lifetime: `Der Link gilt ${LIMITS.verificationTokenHours} Stunden.`,
      opens: `Es öffnet sich eine Seite mit einem Knopf, der bestätigt. Der Link gilt ${LIMITS.verificationTokenHours} Stunden.`,
      ignore: `Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail. Ohne Ihre Bestätigung wird nichts zugestellt, und die Anfrage wird von selbst entfernt. Um sie sofort zu entfernen und ${LIMITS.refusalDays} Tage lang keine solchen E-Mails zu bekommen, öffnen Sie diese Seite:`,
      refuse: 'Das habe ich nicht angefordert',
      why: 'diese Adresse in einer Anfrage nach einem Formular angegeben wurde',
      notStored: 'Einsendungen werden weitergeleitet und nie gespeichert.',
    },
    copy_ask: {
      title: 'Möchten Sie Kopien der Nachrichten eines Formulars?',
      subject: (operator) => `${operator}: Möchten Sie Kopien der Nachrichten eines Formulars?`,
      explanation:
        'Der Inhaber des Webformulars unten möchte, dass dieses Postfach eine Kopie jeder Nachricht bekommt, die Besucher darüber senden. Ohne Ihre Zustimmung kommt nichts an, und jede Kopie enthält einen Link, der sie beendet.',
      button: 'Ansehen und entscheiden',
      lifetime: `Der Link gilt ${LIMITS.verificationTokenHours} Stunden.`,
      ignore: `Sie möchten keine Kopien? Ignorieren Sie diese E-Mail: Ohne Ihre Zustimmung kommt nichts an. Um ${LIMITS.refusalDays} Tage lang keine solchen Anfragen zu bekommen, sagen Sie es auf derselben Seite:`,
      refuse: 'Das möchte ich nicht',
      why: 'der Inhaber eines Formulars diese Adresse für Kopien angegeben hat',
    },
    copy_stop: {
      subject: 'Möchten Sie die Kopien eines Formulars beenden?',
      explanation:
        'Jemand hat in einer Kopie, die dieses Postfach bekommen hat, „Kopien beenden“ gedrückt. Waren Sie das? Dann beenden Sie die Kopien auf der Seite, die der Link öffnet. Sonst ignorieren Sie diese E-Mail: Die Kopien kommen weiter an.',
      button: 'Kopien beenden',
      why: 'jemand die Kopien beenden wollte, die dieses Postfach von einem Formular bekommt',
    },
    hand_over_ask: {
      subject: 'Möchten Sie Ihr Formular übergeben?',
      explanation:
        'Jemand mit dem Verwaltungsschlüssel Ihres Formulars möchte es an das Postfach unten übergeben. Es ändert sich nichts, bevor sowohl Sie als auch das andere Postfach zugestimmt haben.',
      to: 'Neues Postfach',
      button: 'Ansehen und entscheiden',
      why: 'ein Formular übergeben werden soll, das an dieses Postfach zustellt',
    },
    hand_over_offer: {
      title: 'Möchten Sie ein Formular übernehmen?',
      subject: (operator) => `${operator}: Möchten Sie ein Formular übernehmen?`,
      explanation:
        'Der Inhaber des Webformulars unten möchte es an dieses Postfach übergeben. Nachrichten seiner Besucher kommen dann hier an. Ohne Ihre Zustimmung kommt nichts an.',
      button: 'Ansehen und entscheiden',
      lifetime: `Der Link gilt ${LIMITS.verificationTokenHours} Stunden.`,
      ignore: `Sie möchten das nicht? Ignorieren Sie diese E-Mail: Ohne Ihre Zustimmung kommt nichts an. Um ${LIMITS.refusalDays} Tage lang keine solchen Anfragen zu bekommen, sagen Sie es auf derselben Seite:`,
      refuse: 'Das möchte ich nicht',
      why: 'der Inhaber eines Formulars diese Adresse für die Übergabe angegeben hat',
    },
    handed_over: {
      subject: 'Ihr Formular wurde übergeben',
      explanation:
        'Das andere Postfach hat zugestimmt: Das Formular unten stellt ab jetzt dorthin zu und nicht mehr an Sie. Links in früheren E-Mails des Formulars haben keine Wirkung mehr.',
      why: 'ein Formular übergeben wurde, das an dieses Postfach zugestellt hat',
    },
    taken_over: {
      subject: 'Das Formular gehört jetzt Ihnen',
      explanation:
        'Sie haben das Formular unten übernommen: Nachrichten seiner Besucher kommen hier an. Nur Sie können es jetzt ändern. Wer es für Sie betreut, braucht einen neuen Verwaltungsschlüssel, den Sie unter Ihren Formularen und Einstellungen erzeugen können; hat das Formular einen Webhook, erzeugen Sie dort auch dessen neues Signaturgeheimnis.',
      why: 'dieses Postfach ein Formular übernommen hat',
    },
    new_form: {
      subject: 'Ein neues Formular stellt an dieses Postfach zu',
      explanation:
        'Dieses Postfach wurde schon früher bestätigt, darum ist ein neues Formular sofort aktiv.',
      approve: 'Sie möchten es? Geben Sie es auf der Seite frei, die der Link öffnet.',
      approveUntil: (deliveries, limit) =>
        `Sie möchten es? Geben Sie es auf der Seite frei, die der Link öffnet. Bis dahin stellen alle Formulare dieses Postfachs, die Sie nicht freigegeben haben, zusammen höchstens ${deliveries} von ${limit} Einsendungen im Monat zu.`,
      decline: 'Sie möchten es nicht? Halten Sie es mit dem Link am Ende dieser E-Mail an.',
      button: 'Formular freigeben',
      why: 'dieses Postfach ein Formular bestätigt hat und ein weiteres dafür angelegt wurde',
    },
    held_form: {
      subject: 'Ein neues Formular wartet auf Ihre Entscheidung',
      explanation: `Sie haben vor Kurzem ein Formular angehalten. Deshalb stellt das neue unten nichts zu, bis Sie es starten. Sie möchten es nicht? Dann ignorieren Sie diese E-Mail: Das Formular wird nach ${LIMITS.unverifiedRouteDays} Tagen entfernt.`,
      button: 'Formular starten',
      why: 'jemand ein Formular angefordert hat, das an dieses Postfach zustellt',
    },
    quota: {
      why: 'ein Formular dieses Postfachs viel genutzt wird',
      reached: {
        subject: 'Das Monatslimit Ihrer Formulare ist erreicht',
        explanation:
          'Alle Zustellungen dieses Monats sind verbraucht. Weitere Einsendungen werden bis zum Monatsende abgelehnt; ihre Absender erfahren das.',
      },
      used: {
        subject: (percent) => `${percent} % des Monatslimits Ihrer Formulare sind verbraucht`,
        explanation:
          'Die meisten Zustellungen dieses Monats sind verbraucht. Einsendungen über das Limit hinaus werden abgelehnt, und ihre Absender erfahren das.',
      },
      use: {
        label: 'Verbraucht',
        value: (used, limit) =>
          `${used} von ${limit}, für alle Formulare dieses Postfachs zusammen`,
      },
      resets: 'Zurückgesetzt am',
      raise: (operator) => `${operator} betreibt diesen Dienst und kann das Limit erhöhen.`,
      autofill: {
        label: 'Möglicherweise in der Spamfalle verloren',
        explanation:
          'Einsendungen, die die Spamfalle verworfen hat, obwohl sie nach einem Menschen aussehen, dessen Browser das versteckte Feld von selbst ausgefüllt hat. Prüfen Sie, ob die Falle Ihres Formulars versteckt ist und autocomplete="off" hat.',
      },
    },
    ask_stop: {
      subject: 'Möchten Sie Ihr Formular anhalten?',
      explanation:
        'Jemand hat in einer E-Mail des Formulars unten auf den Link zum Anhalten gedrückt. Waren Sie das? Dann halten Sie es auf der Seite an, die der Link öffnet. Andernfalls ignorieren Sie diese E-Mail: Das Formular stellt weiter zu.',
      button: 'Formular anhalten',
      why: 'jemand ein Formular anhalten möchte, das an dieses Postfach zustellt',
    },
    stopped: {
      subject: 'Ihr Formular wurde angehalten',
      explanation: `Das Formular unten wurde mit einem Link aus einer seiner E-Mails angehalten. Es stellt nichts mehr zu und wird nach ${LIMITS.unverifiedRouteDays} Tagen entfernt. Das wollten Sie so? Dann ist nichts weiter zu tun.`,
      reported: `Das Formular unten wurde mit einem Link aus einer seiner E-Mails angehalten und als Spam gemeldet. Es stellt nichts mehr zu und wird nach ${LIMITS.unverifiedRouteDays} Tagen entfernt. Das wollten Sie so? Dann ist nichts weiter zu tun.`,
      mistake: `War das ein Versehen, oder war es jemand anderes? Mit diesem Link starten Sie das Formular wieder. Nach ${LIMITS.verificationTokenHours} Stunden bekommen Sie einen neuen über den Link am Ende jeder E-Mail des Formulars.`,
      button: 'Formular wieder starten',
      why: 'ein Formular angehalten wurde, das an dieses Postfach zugestellt hat',
    },
    restart: {
      subject: 'Ihr Formular wieder starten?',
      explanation:
        'Jemand möchte das Formular unten, das Sie angehalten hatten, wieder starten. Wenn Sie das waren, bestätigen Sie es auf der Seite, die der Link öffnet. Andernfalls ignorieren Sie diese E-Mail: Das Formular bleibt angehalten.',
      button: 'Formular wieder starten',
      why: 'jemand ein Formular wieder starten möchte, das an dieses Postfach zugestellt hat',
    },
    silence: {
      subject: 'Ihr Formular ist verstummt',
      explanation:
        'Das folgende Formular stellt sonst regelmäßig Nachrichten zu, und seit einiger Zeit kam keine mehr. Vielleicht hat niemand geschrieben. Vielleicht funktioniert auf Ihrer Website etwas nicht mehr: Schicken Sie sich über die Seite selbst eine Nachricht, dann wissen Sie es.',
      usual: {
        label: 'Davor',
        value: (active, of) => `Nachrichten an ${active} von ${of} Tagen`,
      },
      since: {
        label: 'Letzte Nachricht',
        value: (date, days) => `${date}, und keine in den ${days} Tagen danach`,
      },
      check: 'Was Sie prüfen können',
      checks: {
        page: 'Ist das Formular noch auf der Seite, und sendet es noch an den Endpunkt oben?',
        origins:
          'Das Formular nimmt nur bestimmte Websites an: Hat sich die Adresse Ihrer Website geändert?',
        challenge:
          'Das Formular verlangt von Browsern eine Rechenaufgabe: Lädt die Seite noch das Skript dafür?',
      },
      refused: 'Diese Einsendungen kamen seitdem an und wurden nicht zugestellt:',
      once: 'Diese E-Mail bekommen Sie nur einmal. Die nächste kann erst kommen, wenn das Formular wieder zugestellt hat. Sie möchten gar keine?',
      quiet: 'Über dieses Formular nicht mehr benachrichtigen',
      why: 'ein Formular, das an dieses Postfach zustellt, sonst Nachrichten hat und jetzt keine',
    },
    proposal: {
      subject: 'Eine Änderung der Einstellungen Ihres Formulars wartet auf Sie',
      explanation:
        'Jemand mit dem Verwaltungsschlüssel Ihres Formulars möchte seine Einstellungen wie unten gezeigt ändern. Nichts davon gilt, bevor Sie es annehmen.',
      button: 'Änderung ansehen',
      why: 'die Einstellungen eines Formulars geändert werden sollen, das an dieses Postfach zustellt',
    },
    limited: {
      subject: 'Ihr Formular lässt nur noch eine Website zu',
      explanation:
        'Jemand hat in einer E-Mail des Formulars unten „Nur diese Website zulassen“ geöffnet und den Knopf gedrückt. Es lehnt jetzt Nachrichten ab, die von einer anderen Website gesendet werden. Waren Sie das? Dann ist nichts weiter zu tun. Wenn nicht, entfernen Sie die Website in den Einstellungen des Formulars: Dann lässt es wieder jede Website zu.',
      why: 'ein Formular, das an dieses Postfach zustellt, auf eine Website beschränkt wurde',
    },
    guarded: {
      subject: 'Ihr Formular prüft seine Absender jetzt strenger',
      explanation:
        'Jemand hat in einer E-Mail des Formulars unten „Das war Spam“ geöffnet und den Knopf gedrückt. Es prüft seine Absender jetzt wie gezeigt und markiert Nachrichten wieder aus jedem Grund. Waren Sie das? Dann ist nichts weiter zu tun. Wenn nicht, ändern Sie es in den Einstellungen des Formulars.',
      why: 'die Spam-Prüfung eines Formulars geändert wurde, das an dieses Postfach zustellt',
    },
    relaxed: {
      subject: 'Ihr Formular markiert jetzt weniger Nachrichten',
      explanation:
        'Jemand hat in einer E-Mail des Formulars unten „Das war kein Spam“ geöffnet und den Knopf gedrückt. Aus dem gezeigten Grund markiert es keine Nachrichten mehr. Waren Sie das? Dann ist nichts weiter zu tun. Wenn nicht, lassen Sie das Formular auf der Seite, die der Link öffnet, wieder markieren.',
      button: 'Aus diesem Grund wieder markieren',
      why: 'ein Formular, das an dieses Postfach zustellt, weniger Nachrichten markiert',
    },
    target_off: {
      subject: 'Ein Ziel Ihres Formulars nimmt keine Nachrichten mehr an',
      explanation: (status) =>
        `Das Ziel unten hat geantwortet, dass es nicht mehr existiert (HTTP ${status}). Das Formular sendet ab jetzt nichts mehr dorthin; alles andere läuft weiter wie bisher. Um es wieder einzuschalten, speichern Sie die Einstellungen des Formulars noch einmal, falls nötig mit einer neuen Adresse des Ziels.`,
      place: 'Ziel',
      why: 'ein Ziel eines Formulars abgeschaltet wurde, das an dieses Postfach zustellt',
    },
    attack: {
      subject: 'Ungewöhnlich viele Einsendungen an Ihr Formular',
      explanation:
        'An das Formular unten kommt weit mehr, als Menschen senden, sehr wahrscheinlich von Programmen. Solange das anhält, gibt das Formular dem Browser jedes Absenders zuerst eine kurze Rechenaufgabe und nimmt nur an, was sie löst. Wenn es wieder ruhig ist, prüft es wieder nur verdächtige Absender. Damit es immer jeden Absender prüft, drücken Sie den Knopf auf der Seite, die der Link öffnet.',
      unguarded:
        'An das Formular unten kommt weit mehr, als Menschen senden, sehr wahrscheinlich von Programmen. Das Formular verlangt von niemandem eine Rechenaufgabe: Was nicht abgelehnt wird, erreicht Ihr Postfach und zählt zu Ihrem Monatslimit. Damit es von jetzt an jeden Absender prüft, drücken Sie den Knopf auf der Seite, die der Link öffnet.',
      numbers: 'Das sind die Zahlen von heute (UTC), bis diese E-Mail geschrieben wurde:',
      labels: {
        challenged: 'Vor eine Rechenaufgabe gestellt',
        refused: 'Abgelehnt',
        trapped: 'Von der Spamfalle verworfen',
        marked: 'Zugestellt und als verdächtig markiert',
        delivered: 'Insgesamt zugestellt',
      },
      button: 'Jeden Absender prüfen',
      once: 'Für alle Formulare dieses Postfachs zusammen kommt höchstens eine solche E-Mail am Tag.',
      why: 'ungewöhnlich viele Einsendungen an ein Formular kamen, das an dieses Postfach zustellt',
    },
    inbox: {
      subject: 'Ihre Formulare verwalten',
      explanation:
        'Jemand hat einen Link zu den Formularen angefordert, die an dieses Postfach zustellen. Waren Sie das? Die Seite, die er öffnet, zeigt sie alle; dort können Sie sie ändern, anhalten und löschen.',
      button: 'Formulare von {email} öffnen',
      lifetime: `Der Link gilt einmal und ${LIMITS.sessionLinkMinutes} Minuten lang. Wer ihn hat, kann Ihre Formulare verwalten: Leiten Sie diese E-Mail nicht weiter.`,
      ignore:
        'Sie haben das nicht angefordert? Ignorieren Sie diese E-Mail: Es ändert sich nichts.',
      why: 'jemand einen Link zu den Formularen dieses Postfachs angefordert hat',
    },
  },
  browser: {
    languages: 'Sprache',
    code: {
      framework: 'Womit ist Ihre Website gebaut?',
      loading: 'Code wird geladen …',
      shown: 'Der Code für {framework} wird angezeigt.',
      notes: 'Hinweise zu diesem Code',
    },
    preview: 'Vorschau-Postfach öffnen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyFailed:
      'Der Browser hat das Kopieren nicht erlaubt. Der Text ist markiert: Drücken Sie Strg+C.',
    retryAfter: 'Versuchen Sie es in {duration} noch einmal.',
    errorCode: 'Fehlercode:',
    errors: {
      invalid_email:
        'Das ist keine einfache E-Mail-Adresse wie name@example.com. Bitte berichtigen Sie sie.',
      invalid_alias:
        'Der Name muss 1 bis 120 sichtbare Zeichen auf einer Zeile haben, ohne Anführungszeichen und ohne Webadressen wie https://…',
      rate_limited: 'In kurzer Zeit kamen zu viele Anfragen.',
      verified_destination_capacity:
        'Dieser Dienst kann keine weiteren Postfächer aufnehmen. Bitte sagen Sie dem Betreiber Bescheid.',
      route_not_found: 'Dieses Formular gibt es nicht mehr. Laden Sie die Seite neu.',
      inbox_not_verified:
        'Das Formular ist nicht aktiv: Zuerst muss das Postfach bestätigt werden.',
      submission_empty: 'Der Test war leer. Bitte schreiben Sie zuerst eine Nachricht.',
      submission_too_large: 'Der Test ist zu groß. Bitte kürzen Sie die Nachricht.',
      submission_invalid: 'Der Test passt nicht zu den Feldern des Formulars.',
      file_too_large: 'Die Dateien sind für dieses Formular zu groß.',
      too_many_files: 'Das sind mehr Dateien, als das Formular annimmt.',
      file_type_refused: 'Das Formular nimmt Dateien dieses Typs nicht an.',
      file_infected: 'Eine der Dateien enthält Schadsoftware. Es wurde nichts gesendet.',
      file_uploads_unsupported: 'Das Formular nimmt keine Dateien an.',
      challenge_required:
        'Dieses Formular verlangt eine kleine Rechenaufgabe, und der Browser hat sie nicht gelöst. Versuchen Sie es noch einmal.',
      monthly_allowance_exhausted:
        'Dieses Postfach hat seine Zustellungen für diesen Monat verbraucht.',
      delivery_failed:
        'Die E-Mail konnte nicht zugestellt werden. Bitte versuchen Sie es später noch einmal.',
      config_incomplete:
        'Dieser Dienst ist nicht vollständig eingerichtet. Bitte sagen Sie dem Betreiber Bescheid.',
      internal_error:
        'Bei uns ist ein Fehler aufgetreten. Bitte versuchen Sie es später noch einmal.',
      session_invalid:
        'Dieser Link oder diese Sitzung gilt nicht mehr. Lassen Sie sich einen neuen Link senden.',
      settings_invalid:
        'Manche Einstellungen wurden nicht angenommen. Es wurde nichts gespeichert: Berichtigen Sie die markierten und speichern Sie noch einmal.',
      settings_changed:
        'Die Einstellungen wurden inzwischen anderswo geändert. Ihre Eingaben sind noch da: Prüfen Sie sie und speichern Sie noch einmal.',
      unreachable:
        'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
      other: 'Das hat nicht geklappt.',
    },
    fault: { line: 'Zeile', notAccepted: 'Das wurde nicht angenommen:' },
    composer: {
      begin: 'Mit Name, E-Mail und Nachricht beginnen',
      add: 'Feld hinzufügen',
      kinds: {
        name: 'Name',
        email: 'E-Mail',
        phone: 'Telefon',
        company: 'Firma',
        message: 'Nachricht',
        text: 'Kurzer Text',
        choice: 'Auswahl',
        several: 'Mehrfachauswahl',
        consent: 'Einwilligung',
        number: 'Zahl',
        date: 'Datum',
        link: 'Link',
        file: 'Datei',
      },
      consent: 'Ich habe die Datenschutzerklärung gelesen und stimme ihr zu',
      option: 'Möglichkeit {number}',
      full: 'Ein Formular hat höchstens {limit} Felder.',
      up: 'Nach oben',
      down: 'Nach unten',
      remove: 'Entfernen',
      undo: 'Rückgängig',
      moved: '{field} ist jetzt {place} von {total}.',
      removed: '{field} ist entfernt.',
      restored: '{field} ist wieder da.',
      faulty: 'Muss berichtigt werden',
      types: {
        text: 'Eine Zeile Text',
        email: 'E-Mail-Adresse',
        url: 'Webadresse',
        tel: 'Telefonnummer',
        number: 'Zahl',
        date: 'Datum',
        time: 'Uhrzeit',
        'datetime-local': 'Datum und Uhrzeit',
        textarea: 'Mehrere Zeilen Text',
        select: 'Auswahlliste',
        radio: 'Knöpfe, einer wählbar',
        checkbox: 'Ankreuzfeld',
        file: 'Datei',
        hidden: 'Versteckt',
      },
      members: {
        label: 'Beschriftung',
        type: 'Art des Feldes',
        name: 'Name in den Daten',
        required: 'Pflichtfeld',
        options: 'Auswahlmöglichkeiten',
        multiple: 'Mehrere Werte erlaubt',
      },
      hints: {
        name: 'Unter diesem Namen sendet Ihre Website das Feld. Ändern Sie ihn nur, solange das Formular nicht in Gebrauch ist.',
        options: 'Eine pro Zeile. Soll etwas anderes gesendet werden, als man liest: Wert | Text',
        oneBox: 'Leer: ein einzelnes Kästchen.',
        pattern: 'Ein regulärer Ausdruck, dem der ganze Text entsprechen muss, etwa [0-9]{5}.',
        autocomplete: 'Was Browser ausfüllen dürfen, etwa name, email oder tel.',
      },
      moreTitle: 'Mehr zu diesem Feld',
      more: {
        minlength: 'Mindestzahl der Zeichen',
        maxlength: 'Höchstzahl der Zeichen',
        min: 'Kleinster Wert',
        max: 'Größter Wert',
        step: 'Schrittweite',
        pattern: 'Muster',
        autocomplete: 'Automatisches Ausfüllen',
        placeholder: 'Beispiel im leeren Feld',
      },
      preview: 'Besucher sehen dieses Formular',
      nothingSent: 'Ein Beispiel zum Ausprobieren: Nichts davon wird gesendet.',
      choose: 'Bitte wählen',
      send: 'Senden',
    },
  },
  start: {
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
        'Mit diesem Schlüssel können Sie das Formular ändern und löschen. Er wird nur jetzt angezeigt und nicht gespeichert: Bewahren Sie ihn gut auf.',
    },
    options: {
      title: 'Felder und Spamschutz wählen',
      fields: 'Felder des Formulars',
      fieldsHint:
        'Ohne eigene Felder fragt das Formular nach Name, E-Mail und Nachricht und nimmt auch alle anderen an.',
      challenge: 'Verdächtige Einsendungen prüfen',
      challengeHint:
        'Sieht eine Nachricht nach Spam aus, löst der Browser des Besuchers erst von selbst eine kleine Rechenaufgabe. Menschen warten nur einen Moment, Roboter geben meist auf. Kein anderer Dienst ist beteiligt.',
    },
    confirm: {
      look: 'Wir haben eine E-Mail an {email} gesendet. Öffnen Sie den Link darin und drücken Sie den Knopf.',
      until: 'Der Link gilt bis {time}.',
      waiting: 'Warten auf Ihre Bestätigung …',
      again: 'E-Mail noch einmal senden',
      busy: 'Wird gesendet …',
      sent: 'Die E-Mail wurde noch einmal gesendet.',
      done: 'Ihr Postfach ist bestätigt. Das Formular ist aktiv.',
    },
    test: {
      explanation:
        'Der Test kommt als echte E-Mail an, ist mit [Test] gekennzeichnet und zählt als eine Zustellung.',
      message: 'Nachricht',
      example: 'Hallo! Das ist ein Test meines neuen Formulars.',
      button: 'Test senden',
      busy: 'Wird gesendet …',
      solving:
        'Das Formular verlangt zuerst eine kleine Rechenaufgabe. Der Browser löst sie gerade…',
      delivered: 'Der Mailserver hat Ihren Test angenommen. Sehen Sie in Ihrem Postfach nach.',
      used: 'In diesem Monat verbrauchte Zustellungen: {used} von {limit}.',
      inbox: 'Sehen, wie Ihre Formulare laufen, und sie ändern, anhalten oder löschen',
    },
  },
  inbox: {
    title: 'Ihre Formulare',
    lead: 'Hier sehen und ändern Sie jedes Formular, das an Ihr Postfach zustellt. Ein Passwort gibt es nicht: Ein Link in Ihrer E-Mail genügt.',
    noScript:
      'Diese Seite braucht JavaScript. Ohne JavaScript halten Sie ein Formular mit dem Link am Ende seiner E-Mails an.',
    signIn: {
      title: 'Um welches Postfach geht es?',
      email: 'Ihre E-Mail-Adresse',
      hint: 'Die Adresse, an die Ihre Formulare zustellen.',
      button: 'Link senden',
      busy: 'Wird gesendet …',
      sent: 'Sehen Sie in Ihre E-Mails',
      look: 'Wenn ein Formular an {email} zustellt, ist eine E-Mail mit einem Link dorthin unterwegs. Er gilt einmal und 15 Minuten lang.',
      nothing:
        'Es kommt nichts an? Sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse: Nur genau die eines Formulars bekommt eine E-Mail.',
      often: `Sie bekommen höchstens ${LIMITS.inboxLinksPerHour.network} Links in der Stunde.`,
      again: 'Anderen Link anfordern',
      over: 'Ihre Sitzung ist zu Ende',
      overHint:
        'Zu Ihrer Sicherheit dauert sie eine Stunde. Lassen Sie sich einen neuen Link senden und öffnen Sie ihn: Dann geht es auf dieser Seite weiter, und keine Ihrer Eingaben ist verloren.',
      openTitle: 'Willkommen zurück',
      openHint:
        'Wenn Sie fortfahren, ist der Link aus Ihrer E-Mail verbraucht. Danach bleiben Sie eine Stunde lang angemeldet. Ist das nicht Ihr Postfach, dann schließen Sie diese Seite.',
      open: 'Formulare von {email} zeigen',
      openBusy: 'Wird geöffnet …',
      opened: 'Sie sind angemeldet.',
    },
    states: { active: 'Aktiv', waiting: 'Stellt nicht zu', paused: 'Pausiert' },
    list: {
      title: 'Formulare von {email}',
      used: 'In diesem Monat sind {used} von {limit} Zustellungen verbraucht.',
      resets: 'Alle Formulare dieses Postfachs teilen sie sich. Am {date} beginnt die Zählung neu.',
      counts: 'Diesen Monat: {delivered} zugestellt, {failed} fehlgeschlagen, {refused} abgelehnt',
      none: 'Kein Formular stellt an dieses Postfach zu.',
      create: 'Formular anlegen',
      leave: 'Abmelden',
      leaveAll: 'Überall abmelden',
      confirmNew: 'Jedes neue Formular bestätigen',
      confirmNewHint:
        'Ein: Ein neues Formular für dieses Postfach wartet, bis Sie es starten. Aus: Es stellt sofort zu, und Sie bekommen eine E-Mail darüber.',
      saved: 'Gespeichert.',
    },
    counts: {
      delivered: 'Zugestellt',
      failed: 'Fehlgeschlagen',
      refused: 'Abgelehnt',
      day: '{delivered} zugestellt, {failed} fehlgeschlagen, {refused} abgelehnt',
      trap: 'Spamfalle',
      date: 'Tag',
      today: 'Heute',
      table: 'Zahlen zeigen',
    },
    view: {
      back: 'Alle Formulare',
      counts: 'Die letzten 35 Tage',
      settings: 'Einstellungen',
      code: 'Formular in die Website einbauen',
      endpoint: 'Endpunkt des Formulars',
      test: 'Test senden',
      manage: 'Anhalten, erneuern, löschen',
    },
    editor: {
      unset: 'Voreinstellung',
      save: 'Einstellungen speichern',
      saving: 'Wird gespeichert …',
      saved: 'Die Einstellungen sind gespeichert.',
      proposed:
        'Mit dem Verwaltungsschlüssel wurde eine Änderung angefordert, die auf Sie wartet. Wenn Sie ohne sie speichern, wird sie verworfen.',
      take: 'Änderung unten zeigen',
    },
    settings: {
      language: { hint: 'Voreingestellt ist die der Seite, auf der das Formular angelegt wurde.' },
      subject: {
        hint: '{form} ist der Name des Formulars, {name} die Eingabe im Feld „name“ und so weiter. Schreiben Sie {{ für eine geschweifte Klammer.',
      },
      sender_name: { hint: 'Wie der Betreff. Die Adresse bleibt die dieses Dienstes.' },
      redirect: { hint: 'Wohin Besucher nach dem Senden kommen: eine Adresse mit https://' },
      success_message: { hint: 'Was Besucher lesen, wenn Sie keine Seite angeben.' },
      website: {
        hint: 'Wird Besuchern nach dem Senden gezeigt, mit einem Weg zurück.',
        members: { name: 'Name der Website', url: 'Adresse der Website' },
      },
      origins: {
        hint: 'Eine pro Zeile, etwa https://example.com oder https://*.example.com. Leer: Jede Website darf einsenden.',
      },
      fields: {
        hint: 'Die Felder des Formulars, auf dem Server so geprüft wie im Browser. Leer: Jedes Feld wird angenommen.',
      },
      unknown_fields: {
        hint: 'Was mit einem Feld geschieht, das oben nicht steht. Ohne Felder oben ist dies ohne Wirkung.',
        options: { accept: 'In der E-Mail zeigen', refuse: 'Einsendung ablehnen' },
      },
      challenge: {
        hint: 'Eine Rechenaufgabe, die der Browser des Besuchers von selbst löst. Sie hält einfache Roboter ab und schickt niemanden zu Dritten.',
        options: {
          off: 'Keine',
          suspicious: 'Für verdächtige Einsendungen',
          always: 'Für jede Einsendung',
        },
      },
      files: {
        hint: 'Sie werden an die E-Mail angehängt und nirgends aufbewahrt. Solange dies aus ist, werden Dateien abgelehnt.',
        members: {
          max_count: 'Dateien je Nachricht, höchstens',
          max_bytes: 'Megabyte aller Dateien zusammen, höchstens',
          types: 'Erlaubte Typen',
        },
      },
      copies: {
        hint: 'Weitere Postfächer, die jede Nachricht erhalten. Jedes wird zuerst gefragt und kann jederzeit aufhören.',
      },
      targets: { hint: 'Webhooks und Chats, die jede Nachricht nach Ihrem Postfach erhalten.' },
      auto_reply: {
        hint: 'Eine kurze E-Mail an Besucher, die eine Adresse angeben, einmal am Tag. Setzt die Spam-Prüfung für jede Einsendung voraus.',
        members: { subject: 'Betreff', text: 'Text der Antwort' },
      },
      encryption: {
        hint: 'Jede E-Mail wird mit diesem Schlüssel verschlüsselt. Dann erhält sonst niemand Nachrichten: weder Kopien noch weitere Ziele.',
        members: { type: 'Art', key: 'Öffentlicher Schlüssel' },
      },
      paused: {
        hint: 'Solange dies eingeschaltet ist, werden Einsendungen abgelehnt und nichts wird zugestellt.',
      },
    },
    health: {
      bounced:
        'Am {since} kam eine E-Mail an dieses Postfach als unzustellbar zurück. Solange es keine E-Mails annimmt, meldet das Formular seinen Besuchern, dass es nicht zustellen kann. Geht es wieder? Dann melden Sie sich ab, fordern Sie einen Link an und öffnen Sie ihn: Alle Formulare stellen dann wieder zu.',
      complaint:
        'Am {since} wurde eine E-Mail dieses Formulars als Spam gemeldet; seitdem stellt es nichts zu. Wenn Sie seine E-Mails möchten, starten Sie es am Ende dieser Seite wieder.',
      healed:
        'Dieses Postfach nimmt wieder E-Mails an. Vom {since} bis {until} bekamen Besucher die Meldung, dass ihre Nachrichten nicht zugestellt werden konnten.',
    },
    editors: {
      files: {
        allow: 'Besucher können Dateien anhängen',
        none: 'Der Betreiber dieses Dienstes lässt keine Dateien zu.',
        count: 'Leer: {count}',
        size: 'Leer: {size}, so viel nimmt dieser Dienst höchstens an',
        anyType: 'Nichts ausgewählt: jeder Typ, den E-Mail-Anbieter zustellen.',
        images: 'Bilder',
        office: 'Office-Dokumente',
        text: 'Text und Tabellen',
        others: 'Weitere Typen, einer pro Zeile',
        othersHint: 'Medientypen wie audio/mpeg oder, für alle einer Art, audio/*.',
      },
      copies: {
        address: 'Adresse {number}',
        states: {
          not_asked: 'Noch nicht gefragt',
          asked: 'Gefragt, noch ohne Antwort',
          confirmed: 'Erhält Kopien',
          stopped: 'Vom Empfänger beendet',
          refused: 'Möchte nicht gefragt werden',
          bounced: 'E-Mails kamen zurück',
        },
        again: 'Noch einmal fragen',
        askedAgain: 'Dieses Postfach wurde noch einmal gefragt.',
        add: 'Adresse hinzufügen',
      },
      targets: {
        add: 'Ziel hinzufügen',
        how: {
          webhook:
            'Ein eigenes Programm: Es erhält jede Nachricht als JSON an dieser Adresse, signiert nach Standard Webhooks.',
          slack:
            'In Slack: Legen Sie unter api.slack.com/apps eine App an, schalten Sie „Incoming Webhooks“ ein, fügen Sie einen davon einem Kanal hinzu und kopieren Sie dessen URL.',
          discord:
            'In Discord: Öffnen Sie die Einstellungen des Kanals, dann „Integrationen“ und „Webhooks“. Erstellen Sie einen und kopieren Sie dessen URL.',
          teams:
            'In Teams: Wählen Sie im Menü des Kanals „Workflows“, nehmen Sie eine Vorlage, die Webhook-Anforderungen in den Kanal postet, und kopieren Sie deren URL.',
          telegram:
            'In Telegram: Erstellen Sie mit @BotFather einen Bot; Sie erhalten dann ein Token. Fügen Sie den Bot dem Chat hinzu.',
          ntfy: 'Die Adresse eines Themas wie https://ntfy.sh/ein-name-den-niemand-errät. Ohne Token kann jeder mitlesen, der das Thema kennt.',
        },
        bot: 'Token des Bots',
        access: 'Zugriffstoken, falls das Thema eines braucht',
        chat: 'Chat oder Kanal',
        chatHint: 'Eine Zahl wie -1001234567890 oder @kanal.',
        off: 'Abgeschaltet: Dieses Ziel hat geantwortet, dass es nicht mehr existiert. Beim Speichern wird es wieder eingeschaltet.',
        secret: 'Signaturgeheimnis',
        secretOnce:
          'Es wird nur jetzt angezeigt. Geben Sie es dem Programm, das die Signaturen prüft.',
        rotate: 'Beim Speichern ein neues Signaturgeheimnis erzeugen',
        rotateHint: 'Das alte signiert noch einen Tag lang mit.',
      },
      answer: {
        off: 'Der Betreiber dieses Dienstes hat automatische Antworten abgeschaltet: Es wird keine gesendet. Lassen Sie die Texte leer.',
        needs:
          'Eine automatische Antwort setzt die Spam-Prüfung für jede Einsendung voraus. Sonst könnten Roboter über diesen Dienst Fremden schreiben lassen.',
        set: 'Für jede Einsendung verlangen',
        preview: 'Diese E-Mail erhalten Besucher',
      },
      encryption: {
        none: 'Keine Verschlüsselung',
        keyHint: 'Fügen Sie ihn hier ein oder wählen Sie eine Datei.',
        file: 'Schlüssel aus einer Datei nehmen',
        private:
          'Das ist ein privater Schlüssel. Er gehört nur Ihnen und wurde deshalb weder übernommen noch gesendet. Nehmen Sie stattdessen den öffentlichen Schlüssel.',
        unreadable: 'In dieser Datei ist kein OpenPGP- oder age-Schlüssel.',
        lookUp: 'Ihren Schlüssel beim E-Mail-Anbieter nachschlagen',
        lookingUp: 'Wird nachgeschlagen …',
        notListed:
          'Der E-Mail-Anbieter Ihrer Adresse veröffentlicht für sie keinen Schlüssel, der verwendet werden kann.',
        fingerprint: 'Fingerabdruck',
        compare: 'Vergleichen Sie ihn mit dem, den Ihr eigenes Programm anzeigt.',
        loss: 'Ohne Ihren privaten Schlüssel kann niemand diese E-Mails lesen, und wir können sie nicht wiederherstellen. Bewahren Sie eine Sicherungskopie auf.',
        ends: 'Der Schlüssel, mit dem E-Mails dieses Formulars verschlüsselt werden, läuft am {date} ab. Verlängern Sie ihn in Ihrem Programm oder erzeugen Sie einen neuen, und speichern Sie ihn hier.',
        ended:
          'Der Schlüssel, mit dem E-Mails dieses Formulars verschlüsselt werden, ist abgelaufen. Er wird weiter verwendet. Verlängern Sie ihn in Ihrem Programm oder erzeugen Sie einen neuen, und speichern Sie ihn hier.',
      },
    },
    preview: {
      mail: 'So sieht eine E-Mail aus',
      page: 'Das sehen Besucher',
      redirect: 'Besucher kommen zu',
      example: {
        name: 'Jana Vogt',
        email: 'jana@example.de',
        message: 'Guten Tag, ich habe eine Frage zu Ihren Öffnungszeiten.',
      },
    },
    test: { failed: 'Nicht zugestellt an {place}.' },
    manage: {
      waits:
        'Dieses Formular stellt nichts zu: Sie haben es angehalten oder noch nicht bestätigt. Starten Sie es, wenn Sie seine E-Mails möchten.',
      restart: 'Formular starten',
      restarted: 'Das Formular ist aktiv.',
      stopHint: 'Ein angehaltenes Formular stellt nichts zu, bis Sie es hier wieder starten.',
      stop: 'Formular anhalten',
      spam: 'Anhalten und als Spam melden',
      stopped: 'Das Formular ist angehalten.',
      tokenHint:
        'Wer das Formular angelegt hat, besitzt einen Verwaltungsschlüssel, der es ändern und löschen kann. Ein neuer Schlüssel macht den alten wertlos, und Webhooks erhalten neue Signaturgeheimnisse.',
      handOverHint:
        'Übergeben Sie das Formular an ein anderes Postfach, etwa das Ihres Kunden. Es zieht um, sobald dieses zustimmt; der Verwaltungsschlüssel gilt dann nicht mehr.',
      handOver: 'Übergeben',
      handOverTo: 'Adresse des neuen Postfachs',
      handOverAsked:
        'Wir haben {email} gefragt; zugestimmt werden kann bis {until}. Bis dahin stellt das Formular Ihnen zu.',
      handOverProposed:
        'Wer den Verwaltungsschlüssel besitzt, möchte das Formular an {email} übergeben. Wir haben Ihnen eine Mail mit der Frage geschickt; ihr Link gilt bis {until}.',
      handOverWithdraw: 'Angebot zurückziehen',
      handOverWithdrawn: 'Das Angebot wurde zurückgezogen. Sein Link bewirkt nichts mehr.',
      newToken: 'Neuen Schlüssel erzeugen',
      token: 'Verwaltungsschlüssel',
      tokenOnce: 'Er wird nur jetzt angezeigt und nicht gespeichert: Bewahren Sie ihn gut auf.',
      tokenMade: 'Der neue Schlüssel wird angezeigt.',
      remove: 'Formular löschen',
      removeQuestion:
        'Dieses Formular endgültig löschen? Seine Adresse funktioniert dann auf keiner Website mehr.',
      removeNow: 'Endgültig löschen',
      keep: 'Behalten',
      removed: 'Das Formular ist gelöscht.',
      busy: 'Einen Moment …',
    },
  },
};
