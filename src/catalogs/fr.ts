import { LIMITS } from '../contract/limits.ts';
import type { Words } from './words.ts';

const NOT_SENT = 'Message non envoyé';
const TRY_LATER = 'Votre message n’a pas été remis. Veuillez réessayer plus tard.';

const OUR_FAULT = {
  title: 'Cela n’a pas fonctionné',
  message: 'Une erreur s’est produite de notre côté. Veuillez réessayer plus tard.',
};

/** French. */
export const fr: Words = {
  tag: 'fr',
  name: 'Français',
  quote: (text) => `« ${text} »`,
  accepted: {
    title: 'Message envoyé',
    thanks: 'Merci. Votre message a bien été reçu.',
    test: 'Il s’agissait d’un envoi de test.',
    echo: (quoted) => `Son contenu : ${quoted}.`,
    close: 'Vous pouvez fermer cette page ou revenir au formulaire.',
    backTo: (name) => `Retour à ${name}`,
  },
  challenge: {
    working:
      'Pour écarter le spam, votre navigateur effectue un bref calcul. Votre message part juste après.',
    files:
      'Votre message est toujours là, mais aucune page ne peut garder des fichiers : choisissez-les de nouveau ci-dessous. Pendant ce temps, pour écarter le spam, votre navigateur effectue un bref calcul.',
    sending: 'Le calcul est terminé. Votre message est en cours d’envoi.',
    ready: 'Le calcul est terminé. Envoyez votre message avec le bouton.',
    failed: 'Le calcul n’a pas abouti dans ce navigateur. Votre message n’a pas été envoyé.',
    button: 'Envoyer le message',
    local:
      'Le calcul se fait sur votre appareil. Rien à votre sujet n’est enregistré ni transmis pour cela.',
    noScript:
      'Votre message n’a pas encore été envoyé. Pour écarter le spam, ce formulaire demande au navigateur un bref calcul, qui nécessite JavaScript.',
    turnOn: 'Activez JavaScript pour cette page, puis appuyez sur le bouton.',
    again: 'Réessayer',
    unusual:
      'Le formulaire ne le demande que pour les messages inhabituels, ou quand il en arrive un très grand nombre. Vous pouvez aussi revenir en arrière, retirer les liens et renvoyer le message plus tard.',
    otherWay: 'Vous pouvez aussi joindre le propriétaire de ce formulaire autrement :',
    written: 'Ce que vous avez écrit',
  },
  errorCode: 'Code d’erreur :',
  otherError: { title: 'Cela n’a pas fonctionné', message: 'Une erreur s’est produite.' },
  visitor: {
    submission_empty: {
      title: 'Rien à envoyer',
      message: 'Le formulaire était vide. Veuillez remplir au moins un champ.',
    },
    submission_too_large: {
      title: 'Message trop long',
      message:
        'Votre message dépasse la taille acceptée par ce formulaire. Veuillez le raccourcir, puis l’envoyer de nouveau.',
    },
    file_uploads_unsupported: {
      title: 'Impossible d’envoyer des fichiers',
      message:
        'Ce formulaire n’accepte pas les fichiers. Veuillez retirer le fichier et n’envoyer que le texte.',
    },
    too_many_files: {
      title: 'Trop de fichiers',
      message:
        'Vous avez choisi plus de fichiers que ce formulaire n’en accepte à la fois ({count} au maximum). Votre message n’a pas été envoyé. Choisissez moins de fichiers, puis envoyez-le à nouveau.',
    },
    file_type_refused: {
      title: 'Ce type de fichier ne peut pas être envoyé',
      message:
        'Ce formulaire n’accepte pas les fichiers de ce type, quel que soit leur nom. Votre message n’a pas été envoyé. Choisissez un fichier d’un autre type, puis renvoyez votre message.',
    },
    file_infected: {
      title: 'Un fichier est infecté',
      message:
        'L’un des fichiers contient un logiciel malveillant. Votre message n’a pas été envoyé. Retirez ce fichier, puis renvoyez le reste.',
    },
    file_too_large: {
      title: 'Fichiers trop volumineux',
      message:
        'Les fichiers dépassent la taille que ce formulaire peut accepter ({size} au maximum en tout). Votre message n’a pas été envoyé. Choisissez moins de fichiers ou des fichiers plus légers, puis envoyez-le à nouveau.',
    },
    invalid_json: {
      title: 'Formulaire illisible',
      message:
        'Le formulaire est arrivé sous une forme illisible. Votre message n’a pas été envoyé.',
    },
    unsupported_media_type: {
      title: 'Formulaire illisible',
      message:
        'Le formulaire envoie ses champs dans un format non pris en charge. Les formats acceptés sont urlencoded, multipart/form-data et JSON, en UTF-8.',
    },
    invalid_redirect_url: {
      title: 'Ce formulaire contient une erreur',
      message:
        'Votre message n’a pas été envoyé. Le champ {field} doit être une adresse https:// complète, par exemple https://example.com/merci.',
    },
    route_not_found: {
      title: 'Formulaire introuvable',
      message: 'Ce formulaire n’existe pas ou a été supprimé. Votre message n’a pas été envoyé.',
    },
    inbox_not_verified: {
      title: 'Pas encore actif',
      message:
        'Ce formulaire attend la confirmation de son propriétaire. Votre message n’a pas été envoyé.',
    },
    origin_not_allowed: {
      title: 'Ce site ne peut pas envoyer ici',
      message:
        'Ce formulaire n’accepte que les messages des sites indiqués par son propriétaire, et le vôtre vient d’un autre. Votre message n’a pas été envoyé.',
    },
    submission_invalid: {
      title: 'Certains champs sont à revoir',
      message:
        'Le formulaire n’a pas encore été envoyé. Veuillez revenir en arrière et vérifier votre saisie.',
    },
    challenge_required: {
      title: 'Encore une étape',
      message:
        'Votre message n’a pas encore été envoyé : contre le spam, ce formulaire demande d’abord un petit calcul au navigateur. Envoyez-le de nouveau.',
    },
    monthly_allowance_exhausted: {
      title: 'Limite mensuelle atteinte',
      message:
        'Ce formulaire a atteint son nombre de messages pour ce mois. Le vôtre n’a pas été envoyé. Veuillez réessayer le mois prochain.',
    },
    rate_limited: {
      title: 'Trop de messages',
      message:
        'Trop de messages ont été envoyés en peu de temps. Veuillez attendre une minute, puis renvoyer le vôtre.',
    },
    delivery_failed: { title: NOT_SENT, message: TRY_LATER },
    webhook_delivery_failed: { title: NOT_SENT, message: TRY_LATER },
    invalid_idempotency_key: {
      title: 'Ce formulaire contient une erreur',
      message:
        'Le formulaire a été envoyé avec un Idempotency-Key non valide. Votre message n’a pas été envoyé.',
    },
    idempotency_key_conflict: {
      title: 'Ce formulaire contient une erreur',
      message:
        'Le formulaire a été envoyé avec l’Idempotency-Key d’un autre message. Votre message n’a pas été envoyé.',
    },
    config_incomplete: {
      title: 'Ce formulaire est hors service',
      message:
        'Le service de ce formulaire n’est pas entièrement configuré. Votre message n’a pas été envoyé.',
    },
    internal_error: OUR_FAULT,
  },
  owner: {
    invalid_json: {
      title: 'Choix inconnu',
      message:
        'La page a envoyé un choix que nous ne connaissons pas. Ouvrez de nouveau le lien de l’e-mail et utilisez les boutons de la page.',
    },
    verification_token_required: {
      title: 'Lien incomplet',
      message: 'Une partie du lien manque. Veuillez ouvrir le lien entier contenu dans l’e-mail.',
    },
    verification_token_invalid: {
      title: 'Lien non valide',
      message: 'Ce lien n’est pas valide. Veuillez ouvrir le lien entier contenu dans l’e-mail.',
    },
    verification_token_expired: {
      title: 'Lien expiré',
      message: `Ce lien date de plus de ${LIMITS.verificationTokenHours} heures.`,
    },
    verification_mismatch: {
      title: 'Lien non valide',
      message: 'Ce lien correspond à une autre adresse que celle où arrive le formulaire.',
    },
    verification_unavailable: {
      title: 'Un autre lien confirme cette boîte',
      message:
        'Ici, le fournisseur de messagerie confirme lui-même les boîtes. Veuillez utiliser le lien de son e-mail.',
    },
    route_not_found: {
      title: 'Ce formulaire n’existe plus',
      message: 'Le formulaire a été supprimé. Il n’y a plus rien à faire.',
    },
    invalid_email: {
      title: 'Adresse refusée',
      message: 'Le fournisseur de messagerie n’accepte pas cette adresse.',
    },
    verified_destination_capacity: {
      title: 'Plus de place pour cette boîte',
      message: 'Ce service ne peut plus accepter de boîtes. Son exploitant doit faire de la place.',
    },
    rate_limited: {
      title: 'Veuillez patienter',
      message:
        'Plusieurs e-mails ont été envoyés à cette boîte en peu de temps ; aucun n’a donc été envoyé cette fois.',
    },
    delivery_failed: {
      title: 'E-mail non envoyé',
      message: 'L’e-mail n’a pas pu être envoyé. Veuillez réessayer plus tard.',
    },
    config_incomplete: {
      title: 'Hors service',
      message: 'Ce service n’est pas entièrement configuré. Son exploitant doit s’en occuper.',
    },
    internal_error: OUR_FAULT,
  },
  variants: {
    doubtful_delivery: {
      title: 'Remise incertaine',
      message:
        'Il est possible que votre message n’ait pas été remis : le serveur de messagerie ne l’a pas confirmé. Si vous l’envoyez de nouveau, il risque d’arriver deux fois.',
    },
    refused_message: {
      title: 'Message refusé',
      message:
        'Le serveur de messagerie a refusé votre message. Si vous envoyez de nouveau le même message, il sera encore refusé.',
    },
    too_large_for_mail: {
      title: 'Message trop long',
      message:
        'Votre message est plus grand que ce que le serveur de messagerie accepte. Veuillez le raccourcir et l’envoyer de nouveau.',
    },
    overloaded: {
      title: 'Un instant, s’il vous plaît',
      message: 'Trop de messages passent en ce moment. Veuillez réessayer dans quelques secondes.',
    },
    late_body: {
      title: 'Cela a pris trop de temps',
      message:
        'Votre message n’est pas arrivé en entier à temps : rien n’a été envoyé. En général, la connexion est lente ou a été interrompue.',
    },
    outdated_link: {
      title: 'Lien dépassé',
      message:
        'Ce lien date d’avant l’arrêt du formulaire. Utilisez le lien du dernier e-mail à ce sujet.',
    },
    unapproved_form: {
      title: 'Pas encore approuvé',
      message:
        'Le propriétaire de la boîte n’a pas encore approuvé ce formulaire. D’ici là, il n’accepte que quelques messages par mois. Le vôtre n’a pas été envoyé.',
    },
    outdated_change: {
      title: 'Cette modification n’attend plus',
      message: 'Une modification ultérieure l’a remplacée, ou le lien est trop ancien.',
    },
    blocked_file: {
      title: 'Ce type de fichier ne peut pas être envoyé',
      message:
        'Les fournisseurs de messagerie bloquent les fichiers de ce genre : programmes, scripts, images disque et archives qui en contiennent. Votre message n’a pas été envoyé. Choisissez un autre fichier, puis renvoyez votre message.',
    },
    other_origins: {
      title: 'Le formulaire a déjà ses sites',
      message: 'Il n’accepte déjà que les messages de certains sites. Rien n’a été modifié.',
    },
    ended_origin_link: {
      title: 'Ce lien a pris fin',
      message: `Il a déjà servi, ou il date de plus de ${LIMITS.originLinkDays} jours. Les e-mails plus récents du formulaire ont un nouveau lien ; dans vos formulaires et réglages, vous pouvez indiquer des sites à tout moment.`,
    },
    ended_hand_over: {
      title: 'Cette offre a pris fin',
      message:
        'Le formulaire a été modifié ou arrêté depuis, ou il a une autre boîte. Son propriétaire peut le proposer une nouvelle fois.',
    },
    ended_copy: {
      title: 'Ces copies ont pris fin',
      message:
        'Le formulaire ne propose plus de copies à cette boîte, ou elles ont été arrêtées. Le propriétaire du formulaire peut faire poser la question une nouvelle fois.',
    },
    refused_question: {
      title: 'Vous avez refusé',
      message:
        'Vous avez refusé ce que proposait ce lien : la question est close. Le propriétaire du formulaire pourra vous la poser de nouveau lorsque vous accepterez à nouveau de tels messages.',
    },
    paused_form: {
      title: 'Ce formulaire est en pause',
      message:
        'Le propriétaire de ce formulaire l’a mis en pause. Votre message n’a pas été envoyé.',
    },
    bounced_inbox: {
      title: 'Destinataire injoignable',
      message:
        'La boîte de réception de ce formulaire ne reçoit plus d’e-mails pour le moment. Votre message n’a pas été envoyé.',
    },
    too_many_fields: {
      title: 'Formulaire trop grand',
      message: `Ce formulaire a plus de ${LIMITS.submissionFields} champs. Votre message n’a pas été envoyé.`,
    },
    long_field_name: {
      title: 'Ce formulaire contient une erreur',
      message: `Un champ de ce formulaire a un nom de plus de ${LIMITS.fieldNameCharacters} caractères. Votre message n’a pas été envoyé.`,
    },
  },
  fields: {
    valueMissing: {
      text: 'Remplissez ce champ.',
      choice: 'Choisissez l’une des options.',
      tick: 'Cochez cette case.',
      ticks: 'Cochez au moins une de ces cases.',
      file: 'Choisissez un fichier.',
    },
    typeMismatch: {
      email: 'Saisissez une adresse e-mail, par exemple nom@example.com.',
      emails: 'Saisissez des adresses e-mail, séparées par des virgules.',
      url: 'Saisissez une adresse web complète, par exemple https://example.com.',
    },
    patternMismatch: 'Respectez le format demandé par le formulaire.',
    tooLong: 'Ne dépassez pas {maxlength} caractères.',
    tooShort: 'Écrivez au moins {minlength} caractères.',
    rangeUnderflow: {
      number: 'Saisissez au moins {min}.',
      moment: 'Choisissez {min} ou plus tard.',
      time: 'Choisissez une heure de {min} à {max}.',
    },
    rangeOverflow: {
      number: 'Saisissez au plus {max}.',
      moment: 'Choisissez {max} ou plus tôt.',
      time: 'Choisissez une heure de {min} à {max}.',
    },
    stepMismatch: {
      number: 'Saisissez un nombre qui convient : {base}, puis par pas de {step}.',
      moment: 'Choisissez une valeur qui convient : seules certaines sont possibles ici.',
    },
    badInput: {
      number: 'Saisissez un nombre.',
      date: 'Saisissez une date, au format AAAA-MM-JJ.',
      time: 'Saisissez une heure, au format HH:MM.',
      moment: 'Saisissez une date et une heure, au format AAAA-MM-JJTHH:MM.',
      option: 'Choisissez l’une des options du formulaire.',
      single: 'Saisissez une seule valeur.',
      file: 'Envoyez ici un fichier : le formulaire doit être envoyé en multipart/form-data.',
      noFile: 'Ce champ n’accepte pas de fichier.',
      singleFile: 'Choisissez un seul fichier.',
    },
    unknownField: 'Retirez ce champ : le formulaire ne le connaît pas.',
  },
  givenBack: {
    lead: 'Votre message n’a pas encore été envoyé. Ce que vous avez écrit est toujours là : corrigez les champs ci-dessous, puis envoyez-le de nouveau.',
    check: 'À vérifier :',
    optional: '(facultatif)',
    choose: 'Choisissez…',
    typed: (text) => `Vous avez écrit : ${text}`,
    chooseAgain: 'Veuillez choisir de nouveau vos fichiers.',
    leftOut: {
      title: 'Hors de ce formulaire',
      explanation:
        'Le formulaire n’accepte pas ces champs. Ils ne seront pas envoyés la prochaine fois.',
    },
    send: 'Envoyer de nouveau',
  },
  hints: {
    back: 'Revenez au formulaire avec le bouton de retour de votre navigateur.',
    backAndRetry:
      'Revenez au formulaire avec le bouton de retour de votre navigateur, puis réessayez plus tard.',
    tellOwner: 'Veuillez prévenir le propriétaire du site.',
    unchanged: 'Rien n’a été modifié.',
    wholeLink:
      'Certains logiciels de messagerie coupent les longs liens. Copiez le lien sur une seule ligne.',
    openAgainLater: 'Veuillez rouvrir le lien plus tard.',
    closePage: 'Vous pouvez fermer cette page.',
  },
  doors: {
    home: {
      title: 'Ceci est Letterslot',
      message:
        'Il transmet par e-mail ce qui est écrit dans les formulaires de sites web à la personne à qui appartient le formulaire. Il n’en conserve rien.',
    },
    develop: 'Pour les développeurs',
    form: {
      title: 'Ceci est l’adresse d’un formulaire',
      message:
        'Un formulaire d’un site web envoie ses messages ici. Il n’y a rien à lire à cette adresse.',
      visitor:
        'Vous vouliez écrire un message ? Utilisez le formulaire du site web d’où vous venez.',
      owner:
        'Vous placez le formulaire sur votre site ? Cette adresse va dans l’attribut action du formulaire, avec la méthode POST.',
      code: 'Obtenir le code',
    },
    noForm: {
      title: 'Ce formulaire n’existe pas',
      message: 'Le formulaire n’existe pas ou a été supprimé.',
    },
    nothing: {
      title: 'Il n’y a rien ici',
      message:
        'Il n’y a rien à cette adresse. Si vous avez envoyé un formulaire, votre message n’a pas été remis. Le lien est peut-être coupé ou mal écrit.',
    },
    create: 'Créer un formulaire',
  },
  facts: {
    name: 'Nom choisi par le demandeur',
    inbox: 'Boîte de réception',
    endpoint: 'Adresse du formulaire',
    formId: 'Formulaire',
    elsewhere: {
      webhook: {
        instead:
          'Les envois n’arrivent pas par e-mail, mais à une adresse web choisie par le demandeur',
        also: 'Les envois arrivent aussi à une adresse web choisie par le demandeur',
      },
      slack: {
        instead:
          'Les envois n’arrivent pas par e-mail, mais dans un canal Slack choisi par le demandeur',
        also: 'Les envois arrivent aussi dans un canal Slack choisi par le demandeur',
      },
      discord: {
        instead:
          'Les envois n’arrivent pas par e-mail, mais dans un salon Discord choisi par le demandeur',
        also: 'Les envois arrivent aussi dans un salon Discord choisi par le demandeur',
      },
      teams: {
        instead:
          'Les envois n’arrivent pas par e-mail, mais dans un canal Microsoft Teams choisi par le demandeur',
        also: 'Les envois arrivent aussi dans un canal Microsoft Teams choisi par le demandeur',
      },
      telegram: {
        instead:
          'Les envois n’arrivent pas par e-mail, mais dans une discussion Telegram choisie par le demandeur',
        also: 'Les envois arrivent aussi dans une discussion Telegram choisie par le demandeur',
      },
      ntfy: {
        instead:
          'Les envois n’arrivent pas par e-mail, mais dans un sujet ntfy choisi par le demandeur',
        also: 'Les envois arrivent aussi dans un sujet ntfy choisi par le demandeur',
      },
    },
  },
  chats: { cut: 'Ce message est trop long pour cette destination et a été coupé ici.' },
  settings: {
    names: {
      language: 'Langue des e-mails',
      subject: 'Objet des e-mails',
      sender_name: 'Nom de l’expéditeur des e-mails',
      redirect: 'Page après l’envoi',
      success_message: 'Texte après l’envoi',
      website: 'Site web',
      origins: 'Sites autorisés à envoyer',
      fields: 'Champs',
      unknown_fields: 'Autres champs',
      challenge: 'Épreuve antispam',
      files: 'Fichiers',
      copies: 'Copies à d’autres boîtes',
      targets: 'Autres destinations',
      auto_reply: 'Réponse automatique',
      encryption: 'Chiffrement',
      paused: 'En pause',
    },
    before: 'Actuellement',
    after: 'Après la modification',
    none: 'non défini',
    defaults: { origins: 'tous les sites' },
    filesTaken: {
      count: '{count} au maximum à la fois',
      bytes: '{size} au maximum en tout',
      types: 'uniquement {types}',
    },
    yes: 'oui',
    no: 'non',
  },
  verification: {
    open: {
      title: 'Recevoir ce formulaire dans votre boîte ?',
      explanation:
        'Après votre confirmation, tout ce que les visiteurs envoient par ce formulaire sera remis comme indiqué ici.',
      button: 'Confirmer ce formulaire',
      ignore:
        'Vous n’avez rien demandé ? Fermez cette page. Rien n’est remis sans votre confirmation.',
    },
    confirmed: {
      title: 'Le formulaire est actif',
      explanation: 'Dès maintenant, les envois sont remis comme indiqué ici.',
    },
    next: {
      code: 'Obtenir le code',
      inbox: 'Voir tous les formulaires de cette boîte',
    },
    expired: {
      title: 'Lien expiré',
      explanation: `Ce lien date de plus de ${LIMITS.verificationTokenHours} heures.`,
      again: 'La personne qui a créé le formulaire peut faire envoyer un nouvel e-mail.',
    },
    gone: {
      title: 'Ce formulaire n’existe plus',
      message: 'Le formulaire a été supprimé. Il n’y a plus rien à confirmer.',
    },
  },
  owners: {
    handOver: {
      owner: {
        title: 'Transmettre ce formulaire ?',
        explanation:
          'Si vous acceptez, nous demandons l’accord de la boîte ci-dessous. Si elle accepte aussi, les messages y arriveront, et non plus chez vous, et seul son propriétaire pourra modifier le formulaire. Les boîtes qui reçoivent des copies continuent d’en recevoir.',
        button: 'Transmettre',
        ignore: 'Vous ne vous y attendiez pas ? Fermez cette page : rien ne change.',
      },
      to: 'Nouvelle boîte',
      asked: {
        title: 'L’autre boîte a été sollicitée',
        explanation: 'Jusqu’à son accord, le formulaire continue de remettre les envois chez vous.',
      },
      offer: {
        title: 'Reprendre ce formulaire ?',
        explanation:
          'Si vous acceptez, tout ce que les visiteurs envoient par ce formulaire est remis comme indiqué ici : dans cette boîte et à chaque autre endroit cité. Vous seul pouvez alors modifier le formulaire.',
        button: 'Reprendre ce formulaire',
        refuse: 'Je n’en veux pas',
        ignore:
          'Vous ne connaissez pas ce formulaire ? Fermez la page : rien n’arrive sans votre accord.',
      },
      encrypted:
        'Ses e-mails sont chiffrés avec la clé ci-dessous. Si elle n’est pas la vôtre, vous ne pouvez pas les lire : modifiez ce réglage une fois le formulaire repris.',
      again:
        'Le propriétaire du formulaire peut faire poser la question une nouvelle fois à cette boîte.',
      done: {
        title: 'Le formulaire est transmis',
        explanation: 'Il remet désormais ses envois dans sa nouvelle boîte.',
      },
    },
    copies: {
      ask: {
        title: 'Recevoir des copies des messages de ce formulaire ?',
        explanation:
          'Si vous acceptez, cette boîte reçoit une copie de chaque message envoyé par ce formulaire. Les copies sont décomptées de la limite mensuelle de cette boîte, et chacune contient un lien pour les arrêter.',
        button: 'Recevoir des copies',
        refuse: 'Je n’en veux pas',
        ignore:
          'Vous ne connaissez pas ce formulaire ? Fermez la page : rien n’arrive sans votre accord.',
      },
      confirmed: {
        title: 'Vous recevez des copies',
        explanation:
          'Désormais, cette boîte reçoit une copie de chaque message de ce formulaire. Chaque copie contient un lien pour les arrêter.',
      },
      again:
        'Le propriétaire du formulaire peut faire poser la question une nouvelle fois à cette boîte.',
      stop: {
        title: 'Arrêter ces copies ?',
        explanation:
          'Ensuite, cette boîte ne reçoit plus de copies des messages de ce formulaire. Le formulaire lui-même continue.',
        button: 'Arrêter ces copies',
      },
      askStop: {
        title: 'Arrêter ces copies ?',
        explanation:
          'Les e-mails sont cités et transférés : nous demandons donc d’abord confirmation à votre boîte. Ouvrez le lien dans l’e-mail que nous y envoyons.',
        button: 'Envoyer l’e-mail',
      },
      sent: 'Nous avons envoyé un lien à la boîte qui reçoit ces copies.',
      stopped: {
        title: 'Les copies sont arrêtées',
        explanation: 'Cette boîte ne reçoit plus de copies des messages de ce formulaire.',
        undo: 'C’était une erreur ? Vous pouvez revenir en arrière tout de suite.',
        undoButton: 'Recevoir de nouveau des copies',
      },
    },
    stop: {
      title: 'Arrêter ce formulaire ?',
      explanation:
        'Une fois arrêté, le formulaire ne remet plus rien dans votre boîte, jusqu’à une nouvelle confirmation de votre part.',
      button: 'Arrêter ce formulaire',
      report: 'Arrêter et signaler comme indésirable',
    },
    askStop: {
      title: 'Arrêter ce formulaire ?',
      explanation:
        'Les e-mails sont cités et transférés : nous interrogeons donc d’abord la boîte de ce formulaire. Ouvrez le lien dans l’e-mail que nous y envoyons.',
      button: 'Envoyer l’e-mail',
    },
    restart: {
      title: 'Relancer ce formulaire ?',
      explanation:
        'Le formulaire est arrêté. Une fois relancé, il remet de nouveau les envois dans votre boîte.',
      button: 'Reprendre la remise',
    },
    restarted: { explanation: 'Les envois sont remis.' },
    waiting: {
      title: 'En attente de votre fournisseur de messagerie',
      explanation:
        'Le formulaire reprend la remise dès que votre fournisseur de messagerie a confirmé la boîte.',
    },
    stopped: {
      title: 'Le formulaire est arrêté',
      explanation:
        'Plus rien n’est remis. Les personnes qui envoient le formulaire en sont informées.',
      undo: 'C’était une erreur ? Vous pouvez le relancer tout de suite.',
      undoButton: 'Reprendre la remise',
      again:
        'Pour qu’il remette de nouveau les envois, il vous faut un nouveau lien de confirmation.',
      againButton: 'M’envoyer un nouveau lien',
      removed: `Un formulaire qui reste arrêté pendant ${LIMITS.unverifiedRouteDays} jours est supprimé.`,
    },
    quiet: {
      title: 'Pas d’e-mail quand ce formulaire ne reçoit plus rien ?',
      explanation:
        'Le formulaire reste comme il est. Vous n’êtes simplement plus averti quand il remet d’habitude des messages et qu’aucun n’arrive pendant un certain temps.',
      button: 'Ne plus m’avertir',
      ignore: 'Vous voulez être averti ? Fermez cette page.',
    },
    quieted: {
      title: 'Vous n’êtes plus averti',
      explanation: 'Aucun e-mail n’est envoyé quand ce formulaire ne reçoit plus rien.',
      undo: 'M’avertir de nouveau',
    },
    answers: {
      title: 'Arrêter toutes les réponses automatiques à cette adresse ?',
      explanation:
        'Cette adresse a reçu une réponse automatique parce qu’elle a été saisie dans un formulaire de ce service. Si vous appuyez sur le bouton, aucun formulaire de ce service ne lui en enverra plus.',
      button: 'Arrêter les réponses automatiques',
      keep: 'Les réponses écrites par des personnes ne sont pas concernées. Vous voulez continuer à les recevoir ? Fermez cette page.',
    },
    answersStopped: {
      title: 'Plus de réponses automatiques',
      explanation:
        'Aucun formulaire de ce service n’envoie plus de réponse automatique à cette adresse.',
      mistake: 'C’était une erreur ? Vous pouvez de nouveau les recevoir.',
      allow: 'Autoriser les réponses automatiques',
    },
    answersAllowed: {
      title: 'Les réponses automatiques arrivent de nouveau',
      explanation:
        'Les formulaires de ce service peuvent de nouveau répondre automatiquement à cette adresse.',
    },
    refuse: {
      title: 'Vous n’avez pas demandé ce formulaire ?',
      explanation: `Nous supprimons alors la demande et n’envoyons plus d’e-mail de confirmation à cette boîte pendant ${LIMITS.refusalDays} jours.`,
      button: 'Supprimer cette demande',
      keep: 'Vous l’avez bien demandé ? Fermez cette page et utilisez l’autre lien de l’e-mail.',
    },
    refused: {
      title: 'La demande est supprimée',
      explanation: `Cette boîte ne recevra plus d’e-mail de confirmation pendant ${LIMITS.refusalDays} jours.`,
      mistake: 'C’était une erreur ? Vous pouvez de nouveau recevoir ces e-mails.',
      allow: 'Autoriser les e-mails de confirmation',
    },
    allowed: {
      title: 'Les e-mails de confirmation arrivent de nouveau',
      explanation: 'Le formulaire supprimé doit être créé une nouvelle fois.',
      again:
        'Votre refus reste valable jusqu’à ce que le propriétaire du formulaire vous pose de nouveau la question.',
    },
    refusalEnded: {
      title: 'Ce lien n’est plus valable',
      message:
        'Le formulaire a été confirmé depuis cette boîte, ou le lien est trop ancien. Pour arrêter un formulaire, utilisez le lien à la fin de ses e-mails.',
    },
    approve: {
      title: 'Approuver ce formulaire ?',
      explanation:
        'Le formulaire est actif, car cette boîte est déjà confirmée. Tant que vous ne l’avez pas approuvé, il ne peut utiliser qu’une petite partie de vos remises du mois.',
      button: 'Approuver ce formulaire',
      ignore:
        'Vous ne connaissez pas ce formulaire ? Ne l’approuvez pas : arrêtez-le par l’autre lien de l’e-mail.',
    },
    approved: {
      title: 'Le formulaire est approuvé',
      explanation: 'Il peut désormais utiliser toutes les remises du mois.',
    },
    change: {
      title: 'Accepter cette modification ?',
      explanation:
        'Une modification des réglages de votre formulaire a été demandée avec son jeton de gestion. Elle s’applique dès que vous l’acceptez.',
      button: 'Accepter la modification',
      ignore:
        'Vous ne vous y attendiez pas ? Fermez cette page : rien ne change, et la demande expire d’elle-même.',
    },
    changed: {
      title: 'Les réglages sont modifiés',
      explanation: 'La modification s’applique maintenant.',
    },
    origin: {
      title: 'N’accepter que les messages de ce site ?',
      explanation:
        'Le formulaire refusera alors les messages envoyés depuis tout autre site. Vous pouvez changer cela à tout moment dans vos formulaires et réglages.',
      button: 'N’accepter que ce site',
      website: 'Site web',
      ignore:
        'Ce n’est pas votre site, ou votre formulaire se trouve aussi sur d’autres ? Fermez cette page : rien ne change.',
    },
    limited: {
      title: 'Le formulaire n’accepte que ce site',
      explanation:
        'Les messages de tout autre site sont désormais refusés. Vous pouvez changer cela à tout moment dans vos formulaires et réglages.',
    },
    otherOrigins: {
      title: 'Le formulaire a déjà ses sites',
      explanation:
        'Il n’accepte que les messages des sites ci-dessous. Vous pouvez les changer dans vos formulaires et réglages.',
    },
    spam: {
      title: 'Était-ce du spam ?',
      explanations: {
        suspicious:
          'Ce formulaire demandera alors un bref calcul au navigateur d’un expéditeur suspect avant d’accepter son message. Les personnes le remarquent à peine ; la plupart des programmes qui envoient du spam abandonnent.',
        always:
          'Ce formulaire demandera alors un bref calcul au navigateur de chaque expéditeur avant d’accepter un message. Les personnes le remarquent à peine ; la plupart des programmes qui envoient du spam abandonnent. Un navigateur qui n’exécute pas de scripts ne pourra plus rien envoyer.',
      },
      notKept:
        'Aucun message n’est conservé ici, il n’y en a donc aucun pour entraîner un filtre. Le bouton ne change que les réglages de ce formulaire.',
      buttons: {
        suspicious: 'Vérifier les expéditeurs suspects',
        always: 'Vérifier chaque expéditeur',
      },
      ignore: 'Ce n’était pas du spam ? Fermez cette page : rien ne change.',
    },
    guarded: {
      title: 'Le formulaire vérifie ses expéditeurs',
      explanation:
        'Le réglage ci-dessous s’applique désormais. Vous pouvez le changer à tout moment dans vos formulaires et réglages.',
    },
    notSpam: {
      title: 'N’était-ce pas du spam ?',
      explanation:
        'Ce formulaire ne marquera plus de messages pour cette raison et ne demandera plus de calcul à cause d’elle. Toutes les autres raisons comptent encore.',
      button: 'Ne plus marquer pour cette raison',
      mark: 'Ce que disait l’e-mail',
      marksAgain: 'Compte de nouveau',
      ignore: 'C’était bien du spam ? Fermez cette page : rien ne change.',
    },
    relaxed: {
      title: 'Le formulaire marque moins de messages',
      explanation: 'Il ne marque plus de messages pour la raison ci-dessous.',
      undo: 'Marquer de nouveau pour cette raison',
    },
    linkSent: {
      title: 'Un nouveau lien est en route',
      explanation: 'Nous avons envoyé un lien à la boîte de ce formulaire.',
      look: 'Regardez dans votre boîte de réception, et aussi parmi les indésirables. Vous pouvez fermer cette page.',
    },
  },
  mails: {
    label: (text) => `${text} :`,
    sentBy: (operator, why, formId) =>
      `Envoyé par ${operator}, car ${why}${formId === undefined ? '' : ` (${formId})`}.`,
    stopForm: 'Arrêter ce formulaire',
    inboxPage: 'Vos formulaires et réglages',
    encrypted: {
      age: (form) =>
        `Votre formulaire « ${form} » a un nouveau message. Il est chiffré avec votre clé age : enregistrez la pièce jointe message.eml.age, déchiffrez-la, puis ouvrez message.eml avec votre logiciel de messagerie. En ligne de commande :`,
    },
    submission: {
      heading: { real: 'Nouvel envoi', test: 'Envoi de test' },
      subject: (form) => `Nouvel envoi : ${form}`,
      via: (name, form) => `${name} via ${form}`,
      why: (form) => `cette boîte a confirmé le formulaire ${form}`,
      replies: {
        visitor: 'Les réponses vont au visiteur, dont personne n’a vérifié le nom ni l’adresse.',
        nobody: 'Le formulaire ne contient aucune adresse pour répondre.',
      },
      sentFrom: (host) => `Envoyé depuis le site ${host}, selon le navigateur de l’expéditeur.`,
      onlyFrom: 'N’accepter que ce site',
      whyCopy: (form) => `cette boîte a accepté de recevoir des copies du formulaire ${form}`,
      stopCopy: 'Arrêter ces copies',
      wasSpam: 'C’était du spam',
      notSpam: 'Ce n’était pas du spam',
      marked: (reasons) =>
        `Marqué comme suspect parce que ${reasons}. Il peut quand même être authentique.`,
      both: (one, other) => `${one} et que ${other}`,
      reasons: {
        links: 'cet envoi contient au moins cinq adresses web',
        unusual_links: 'cet envoi contient une adresse web qui cache sa destination',
        markup: 'cet envoi contient le code d’un lien',
        gibberish: 'son texte est une suite de lettres au hasard',
        foreign_script:
          'cet envoi est surtout rédigé dans une écriture qui ne correspond pas au formulaire et contient un lien',
        other_page: 'cet envoi vient d’une page d’un autre site web',
        foreign_trap: 'un champ que personne ne voit est rempli',
        too_fast: 'cet envoi est arrivé plus vite qu’une personne ne remplit un formulaire',
        repeat: 'le même texte a été envoyé au moins trois fois en dix minutes',
        many_forms: 'le même texte a été envoyé à au moins trois autres formulaires en une heure',
        spam_filter: 'le filtre antispam de ce service le considère comme indésirable',
      },
    },
    answer: {
      subject: (form) => `Votre message à ${form}`,
      why: (form) => `cette adresse a été saisie dans le formulaire ${form}`,
      replies:
        'Ceci est une réponse automatique. Une réponse à cet e-mail n’arrive pas chez le propriétaire du formulaire. Vous n’avez pas utilisé le formulaire ? Quelqu’un d’autre a alors saisi votre adresse ; ignorez cet e-mail ou arrêtez ces réponses.',
      stop: 'Arrêter toutes les réponses automatiques de ce service à cette adresse',
    },
    telling: [
      'transmettre votre formulaire',
      'reprendre un formulaire',
      'formulaire a été transmis',
      'formulaire est désormais le vôtre',
      'copies des messages d’un formulaire',
      'arrêter les copies d’un formulaire',
      'confirmez cette boîte',
      'nouveau formulaire arrive dans',
      'nouveau formulaire attend',
      'limite mensuelle de vos formulaires',
      'arrêter votre formulaire',
      'formulaire a été arrêté',
      'relancer votre formulaire',
      'modification des réglages de votre formulaire',
      'gérer vos formulaires',
      'formulaire n’accepte plus qu’un seul site',
      'vérifie désormais mieux ses expéditeurs',
      'marque désormais moins de messages',
      'un nombre inhabituel d’envois',
      'destination de votre formulaire n’accepte plus',
      'ne reçoit plus de messages',
    ],
    confirm: {
      title: 'Confirmez cette boîte pour un nouveau formulaire',
      subject: (operator) => `${operator} : confirmez cette boîte pour un nouveau formulaire`,
      explanation:
        'Quelqu’un a demandé un formulaire web dont les envois sont remis comme indiqué ci-dessous. Rien n’est remis sans votre confirmation.',
      instruction: 'Pour confirmer, ouvrez cette page et appuyez sur son bouton',
      button: 'Examiner et confirmer',
      lifetime: `Le lien est valable ${LIMITS.verificationTokenHours} heures.`,
      opens: `Une page s’ouvre avec un bouton qui confirme. Le lien est valable ${LIMITS.verificationTokenHours} heures.`,
      ignore: `Vous n’avez rien demandé ? Ignorez cet e-mail. Sans votre confirmation, rien n’est remis et la demande est supprimée d’elle-même. Pour la supprimer tout de suite et ne plus recevoir de tels e-mails pendant ${LIMITS.refusalDays} jours, ouvrez cette page :`,
      refuse: 'Je n’ai rien demandé',
      why: 'cette adresse a été indiquée dans une demande de formulaire',
      notStored: 'Les envois sont transmis et ne sont jamais conservés.',
    },
    copy_ask: {
      title: 'Voulez-vous des copies des messages d’un formulaire ?',
      subject: (operator) => `${operator} : voulez-vous des copies des messages d’un formulaire ?`,
      explanation:
        'Le propriétaire du formulaire web ci-dessous souhaite que cette boîte reçoive une copie de chaque message que ses visiteurs envoient. Rien n’arrive sans votre accord, et chaque copie contient un lien pour les arrêter.',
      button: 'Examiner et décider',
      lifetime: `Le lien est valable ${LIMITS.verificationTokenHours} heures.`,
      ignore: `Vous n’en voulez pas ? Ignorez cet e-mail : rien n’arrive sans votre accord. Pour ne plus recevoir de telles demandes pendant ${LIMITS.refusalDays} jours, dites-le sur la même page :`,
      refuse: 'Je n’en veux pas',
      why: 'le propriétaire d’un formulaire a indiqué cette adresse pour des copies',
    },
    copy_stop: {
      subject: 'Voulez-vous arrêter les copies d’un formulaire ?',
      explanation:
        'Quelqu’un a cliqué sur « Arrêter ces copies » dans une copie que cette boîte a reçue. Était-ce vous ? Alors arrêtez-les sur la page qu’ouvre le lien. Sinon, ignorez cet e-mail : les copies continuent d’arriver.',
      button: 'Arrêter ces copies',
      why: 'quelqu’un a demandé d’arrêter les copies d’un formulaire que cette boîte reçoit',
    },
    hand_over_ask: {
      subject: 'Voulez-vous transmettre votre formulaire ?',
      explanation:
        'Une personne qui détient le jeton de gestion de votre formulaire souhaite le transmettre à la boîte ci-dessous. Rien ne change sans votre accord et celui de cette boîte.',
      to: 'Nouvelle boîte',
      button: 'Examiner et décider',
      why: 'un formulaire qui remet ses envois dans cette boîte doit être transmis',
    },
    hand_over_offer: {
      title: 'Voulez-vous reprendre un formulaire ?',
      subject: (operator) => `${operator} : voulez-vous reprendre un formulaire ?`,
      explanation:
        'Le propriétaire du formulaire web ci-dessous souhaite le transmettre à cette boîte. Les messages de ses visiteurs arrivent alors ici. Rien n’arrive sans votre accord.',
      button: 'Examiner et décider',
      lifetime: `Le lien est valable ${LIMITS.verificationTokenHours} heures.`,
      ignore: `Vous n’en voulez pas ? Ignorez cet e-mail : rien n’arrive sans votre accord. Pour ne plus recevoir de telles demandes pendant ${LIMITS.refusalDays} jours, dites-le sur la même page :`,
      refuse: 'Je n’en veux pas',
      why: 'le propriétaire d’un formulaire a indiqué cette adresse pour le transmettre',
    },
    handed_over: {
      subject: 'Votre formulaire a été transmis',
      explanation:
        'L’autre boîte a accepté : le formulaire ci-dessous y remet désormais ses envois, et plus chez vous. Les liens des e-mails précédents du formulaire n’ont plus d’effet.',
      why: 'un formulaire qui remettait ses envois dans cette boîte a été transmis',
    },
    taken_over: {
      subject: 'Le formulaire est désormais le vôtre',
      explanation:
        'Vous avez repris le formulaire ci-dessous : les messages de ses visiteurs arrivent ici. Vous seul pouvez maintenant le modifier. La personne qui s’en occupe pour vous a besoin d’un nouveau jeton de gestion, que vous pouvez créer dans vos formulaires et réglages ; si le formulaire a un webhook, créez-y aussi son nouveau secret de signature.',
      why: 'cette boîte a repris un formulaire',
    },
    new_form: {
      subject: 'Un nouveau formulaire arrive dans cette boîte',
      explanation:
        'Cette boîte a déjà été confirmée : un nouveau formulaire est donc actif tout de suite.',
      approve: 'Vous le voulez ? Approuvez-le sur la page qu’ouvre le lien.',
      approveUntil: (deliveries, limit) =>
        `Vous le voulez ? Approuvez-le sur la page qu’ouvre le lien. D’ici là, tous les formulaires de cette boîte que vous n’avez pas approuvés remettent ensemble au plus ${deliveries} de ses ${limit} envois par mois.`,
      decline: 'Vous ne le voulez pas ? Arrêtez-le par le lien à la fin de cet e-mail.',
      button: 'Approuver ce formulaire',
      why: 'cette boîte a confirmé un formulaire et un autre a été créé pour elle',
    },
    held_form: {
      subject: 'Un nouveau formulaire attend votre décision',
      explanation: `Vous avez récemment arrêté un formulaire : le nouveau, ci-dessous, ne remet donc rien tant que vous ne le lancez pas. Vous ne le voulez pas ? Ignorez cet e-mail : le formulaire est supprimé après ${LIMITS.unverifiedRouteDays} jours.`,
      button: 'Lancer ce formulaire',
      why: 'quelqu’un a demandé un formulaire qui remet ses envois dans cette boîte',
    },
    quota: {
      why: 'un formulaire de cette boîte est très utilisé',
      reached: {
        subject: 'La limite mensuelle de vos formulaires est atteinte',
        explanation:
          'Toutes les remises de ce mois sont utilisées. Les envois suivants sont refusés jusqu’à la fin du mois ; leurs expéditeurs en sont informés.',
      },
      used: {
        subject: (percent) =>
          `${percent} % de la limite mensuelle de vos formulaires sont utilisés`,
        explanation:
          'La plupart des remises de ce mois sont utilisées. Les envois au-delà de la limite sont refusés, et leurs expéditeurs en sont informés.',
      },
      use: {
        label: 'Utilisées',
        value: (used, limit) =>
          `${used} sur ${limit}, pour tous les formulaires de cette boîte ensemble`,
      },
      resets: 'Remise à zéro le',
      raise: (operator) => `${operator} gère ce service et peut relever la limite.`,
      autofill: {
        label: 'Peut-être perdus dans le piège à spam',
        explanation:
          'Envois écartés par le piège à spam qui semblent venir d’une personne dont le navigateur a rempli lui-même le champ caché. Vérifiez que le piège de votre formulaire est caché et qu’il a autocomplete="off".',
      },
    },
    ask_stop: {
      subject: 'Voulez-vous arrêter votre formulaire ?',
      explanation:
        'Quelqu’un a suivi le lien d’arrêt dans un e-mail du formulaire ci-dessous. Était-ce vous ? Alors arrêtez-le sur la page qu’ouvre le lien. Sinon, ignorez cet e-mail : le formulaire continue de remettre les envois.',
      button: 'Arrêter ce formulaire',
      why: 'quelqu’un a demandé l’arrêt d’un formulaire qui remet ses envois dans cette boîte',
    },
    stopped: {
      subject: 'Votre formulaire a été arrêté',
      explanation: `Le formulaire ci-dessous a été arrêté par un lien de l’un de ses e-mails. Il ne remet plus rien et sera supprimé après ${LIMITS.unverifiedRouteDays} jours. C’est ce que vous vouliez ? Alors il n’y a plus rien à faire.`,
      reported: `Le formulaire ci-dessous a été arrêté et signalé comme indésirable par un lien de l’un de ses e-mails. Il ne remet plus rien et sera supprimé après ${LIMITS.unverifiedRouteDays} jours. C’est ce que vous vouliez ? Alors il n’y a plus rien à faire.`,
      mistake: `C’était une erreur, ou quelqu’un d’autre l’a fait ? Relancez le formulaire par ce lien. Après ${LIMITS.verificationTokenHours} heures, demandez-en un nouveau à la fin de n’importe quel e-mail du formulaire.`,
      button: 'Relancer ce formulaire',
      why: 'un formulaire qui remettait ses envois dans cette boîte a été arrêté',
    },
    restart: {
      subject: 'Relancer votre formulaire ?',
      explanation:
        'Quelqu’un a demandé de relancer le formulaire ci-dessous, que vous aviez arrêté. Si c’était vous, confirmez-le sur la page qu’ouvre le lien. Sinon, ignorez cet e-mail : le formulaire reste arrêté.',
      button: 'Relancer ce formulaire',
      why: 'quelqu’un a demandé de relancer un formulaire qui remettait ses envois dans cette boîte',
    },
    silence: {
      subject: 'Votre formulaire ne reçoit plus de messages',
      explanation:
        'Le formulaire ci-dessous remet d’habitude des messages, et depuis quelque temps aucun n’arrive. Peut-être que personne n’a écrit. Peut-être que quelque chose ne fonctionne plus sur votre site : envoyez-vous un message depuis la page, et vous saurez.',
      usual: {
        label: 'Avant cela',
        value: (active, of) => `des messages ${active} jours sur ${of}`,
      },
      since: {
        label: 'Dernier message',
        value: (date, days) => `${date}, et aucun dans les ${days} jours suivants`,
      },
      check: 'Ce que vous pouvez vérifier',
      checks: {
        page: 'Le formulaire est-il toujours sur la page, et envoie-t-il toujours au point de remise ci-dessus ?',
        origins:
          'Le formulaire n’accepte que certains sites : l’adresse du vôtre a-t-elle changé ?',
        challenge:
          'Le formulaire demande un calcul aux navigateurs : la page charge-t-elle toujours le script nécessaire ?',
      },
      refused: 'Ces envois sont arrivés depuis et n’ont pas été remis :',
      once: 'Vous recevez cet e-mail une seule fois. Le suivant ne peut arriver qu’après une nouvelle remise du formulaire. Vous n’en voulez aucun ?',
      quiet: 'Ne plus m’avertir pour ce formulaire',
      why: 'un formulaire qui remet dans cette boîte a d’habitude des messages et n’en a plus',
    },
    proposal: {
      subject: 'Une modification des réglages de votre formulaire vous attend',
      explanation:
        'Une personne qui détient le jeton de gestion de votre formulaire souhaite modifier ses réglages comme indiqué ci-dessous. Rien ne s’applique avant votre accord.',
      button: 'Voir la modification',
      why: 'les réglages d’un formulaire qui remet ses envois dans cette boîte doivent changer',
    },
    limited: {
      subject: 'Votre formulaire n’accepte plus qu’un seul site',
      explanation:
        'Une personne a ouvert « N’accepter que ce site » dans un e-mail du formulaire ci-dessous et a appuyé sur le bouton. Il refuse désormais les messages envoyés depuis tout autre site. C’était vous ? Alors il n’y a rien à faire. Sinon, retirez le site dans les réglages du formulaire : il acceptera de nouveau tous les sites.',
      why: 'un formulaire qui remet ses envois dans cette boîte a été limité à un seul site',
    },
    guarded: {
      subject: 'Votre formulaire vérifie désormais mieux ses expéditeurs',
      explanation:
        'Une personne a ouvert « C’était du spam » dans un e-mail du formulaire ci-dessous et a appuyé sur le bouton. Il vérifie désormais ses expéditeurs comme indiqué et marque de nouveau les messages pour toutes les raisons. C’était vous ? Alors il n’y a rien à faire. Sinon, changez cela dans les réglages du formulaire.',
      why: 'l’épreuve antispam d’un formulaire qui remet ses envois dans cette boîte a été changée',
    },
    relaxed: {
      subject: 'Votre formulaire marque désormais moins de messages',
      explanation:
        'Une personne a ouvert « Ce n’était pas du spam » dans un e-mail du formulaire ci-dessous et a appuyé sur le bouton. Il ne marque plus de messages pour la raison indiquée. C’était vous ? Alors il n’y a rien à faire. Sinon, faites-le marquer de nouveau sur la page que le lien ouvre.',
      button: 'Marquer de nouveau pour cette raison',
      why: 'un formulaire qui remet ses envois dans cette boîte marque moins de messages',
    },
    target_off: {
      subject: 'Une destination de votre formulaire n’accepte plus de messages',
      explanation: (status) =>
        `La destination ci-dessous a répondu qu’elle n’existe plus (HTTP ${status}). Désormais, le formulaire n’y envoie plus rien ; tout le reste continue comme avant. Pour la réactiver, enregistrez de nouveau les réglages du formulaire, au besoin avec une nouvelle adresse.`,
      place: 'Destination',
      why: 'une destination d’un formulaire qui remet ses envois dans cette boîte a été désactivée',
    },
    attack: {
      subject: 'Un nombre inhabituel d’envois à votre formulaire',
      explanation:
        'Le formulaire ci-dessous reçoit bien plus que ce que des personnes envoient, très probablement de programmes. Tant que cela dure, il demande d’abord un bref calcul au navigateur de chaque expéditeur et n’accepte que les messages pour lesquels il a été fait. Une fois le calme revenu, il ne vérifie de nouveau que les expéditeurs suspects. Pour qu’il vérifie toujours chaque expéditeur, appuyez sur le bouton de la page que le lien ouvre.',
      unguarded:
        'Le formulaire ci-dessous reçoit bien plus que ce que des personnes envoient, très probablement de programmes. Il ne demande de calcul à personne : ce qui n’est pas refusé arrive dans votre boîte et compte dans votre limite mensuelle. Pour qu’il vérifie désormais chaque expéditeur, appuyez sur le bouton de la page que le lien ouvre.',
      numbers: 'Voici les chiffres d’aujourd’hui (UTC), jusqu’à la rédaction de cet e-mail.',
      labels: {
        challenged: 'Calcul demandé',
        refused: 'Refusés',
        trapped: 'Écartés par le piège antispam',
        marked: 'Remis et marqués comme suspects',
        delivered: 'Remis en tout',
      },
      button: 'Vérifier chaque expéditeur',
      once: 'Pour tous les formulaires de cette boîte, vous recevez au plus un e-mail de ce genre par jour.',
      why: 'un formulaire qui remet ses envois dans cette boîte en a reçu un nombre inhabituel',
    },
    inbox: {
      subject: 'Gérer vos formulaires',
      explanation:
        'Quelqu’un a demandé un lien vers les formulaires qui remettent leurs envois dans cette boîte. Était-ce vous ? La page qu’il ouvre les montre tous ; vous pouvez y les modifier, les arrêter et les supprimer.',
      button: 'Ouvrir les formulaires de {email}',
      lifetime: `Le lien fonctionne une seule fois, pendant ${LIMITS.sessionLinkMinutes} minutes. Quiconque l’a peut gérer vos formulaires : ne transférez pas cet e-mail.`,
      ignore: 'Vous n’avez rien demandé ? Ignorez cet e-mail : rien ne change.',
      why: 'quelqu’un a demandé un lien vers les formulaires de cette boîte',
    },
  },
  browser: {
    languages: 'Langue',
    code: {
      framework: 'Avec quoi votre site est-il fait ?',
      loading: 'Chargement du code…',
      shown: 'Le code pour {framework} est affiché.',
      notes: 'Remarques sur ce code',
    },
    preview: 'Ouvrir la boîte d’aperçu',
    copy: 'Copier',
    copied: 'Copié',
    copyFailed:
      'Le navigateur n’a pas permis la copie. Le texte est sélectionné : appuyez sur Ctrl+C.',
    retryAfter: 'Réessayez dans {duration}.',
    errorCode: 'Code d’erreur :',
    errors: {
      invalid_email:
        'Ce n’est pas une adresse e-mail simple comme nom@example.com. Veuillez la corriger.',
      invalid_alias:
        'Le nom doit avoir de 1 à 120 caractères visibles sur une seule ligne, sans guillemets ni adresse web comme https://…',
      rate_limited: 'Trop de demandes sont arrivées en peu de temps.',
      verified_destination_capacity:
        'Ce service ne peut plus accepter de boîtes. Veuillez prévenir son exploitant.',
      route_not_found: 'Ce formulaire n’existe plus. Rechargez la page.',
      inbox_not_verified: 'Le formulaire n’est pas actif : sa boîte doit d’abord être confirmée.',
      submission_empty: 'Le test était vide. Veuillez d’abord écrire un message.',
      submission_too_large: 'Le test est trop grand. Veuillez raccourcir le message.',
      submission_invalid: 'Le test ne convient pas aux champs du formulaire.',
      file_too_large: 'Les fichiers sont trop volumineux pour ce formulaire.',
      too_many_files: 'Le formulaire n’accepte pas autant de fichiers.',
      file_type_refused: 'Le formulaire n’accepte pas les fichiers de ce type.',
      file_infected: 'L’un des fichiers contient un logiciel malveillant : rien n’a été envoyé.',
      file_uploads_unsupported: 'Le formulaire n’accepte pas de fichiers.',
      challenge_required:
        'Ce formulaire demande un petit calcul, et le navigateur ne l’a pas terminé. Réessayez.',
      monthly_allowance_exhausted: 'Cette boîte a épuisé ses envois de ce mois.',
      delivery_failed: 'L’e-mail n’a pas pu être remis. Veuillez réessayer plus tard.',
      config_incomplete:
        'Ce service n’est pas entièrement configuré. Veuillez prévenir son exploitant.',
      internal_error: 'Une erreur s’est produite de notre côté. Veuillez réessayer plus tard.',
      session_invalid: 'Ce lien ou cette session n’est plus valable. Demandez un nouveau lien.',
      settings_invalid:
        'Certains réglages n’ont pas été acceptés. Rien n’a été enregistré : corrigez ceux qui sont signalés, puis enregistrez de nouveau.',
      settings_changed:
        'Les réglages ont été modifiés ailleurs entre-temps. Ce que vous avez saisi est conservé : vérifiez-le, puis enregistrez de nouveau.',
      unreachable: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
      other: 'Cela n’a pas fonctionné.',
    },
    fault: { line: 'Ligne', notAccepted: 'Ceci n’a pas été accepté :' },
    composer: {
      begin: 'Commencer par nom, e-mail et message',
      add: 'Ajouter un champ',
      kinds: {
        name: 'Nom',
        email: 'E-mail',
        phone: 'Téléphone',
        company: 'Entreprise',
        message: 'Message',
        text: 'Texte court',
        choice: 'Choix',
        several: 'Choix multiple',
        consent: 'Consentement',
        number: 'Nombre',
        date: 'Date',
        link: 'Lien',
        file: 'Fichier',
      },
      consent: 'J’ai lu et j’accepte la politique de confidentialité',
      option: 'Choix {number}',
      full: 'Un formulaire a au plus {limit} champs.',
      up: 'Monter',
      down: 'Descendre',
      remove: 'Retirer',
      undo: 'Annuler',
      moved: '{field} est maintenant {place} sur {total}.',
      removed: '{field} est retiré.',
      restored: '{field} est de retour.',
      faulty: 'À corriger',
      types: {
        text: 'Une ligne de texte',
        email: 'Adresse e-mail',
        url: 'Adresse web',
        tel: 'Numéro de téléphone',
        number: 'Nombre',
        date: 'Date',
        time: 'Heure',
        'datetime-local': 'Date et heure',
        textarea: 'Plusieurs lignes de texte',
        select: 'Liste déroulante',
        radio: 'Boutons, un seul choix',
        checkbox: 'Case à cocher',
        file: 'Fichier',
        hidden: 'Masqué',
      },
      members: {
        label: 'Libellé',
        type: 'Type de champ',
        name: 'Nom dans les données',
        required: 'Obligatoire',
        options: 'Choix proposés',
        multiple: 'Plusieurs valeurs possibles',
      },
      hints: {
        name: 'Le nom sous lequel votre site l’envoie. Ne le changez que tant que le formulaire n’est pas en service.',
        options: 'Un par ligne. Pour envoyer autre chose que ce qu’on lit : valeur | texte',
        oneBox: 'Vide : une seule case.',
        pattern:
          'Une expression régulière à laquelle tout le texte doit correspondre, comme [0-9]{5}.',
        autocomplete: 'Ce que les navigateurs peuvent remplir, comme name, email ou tel.',
      },
      moreTitle: 'Plus pour ce champ',
      more: {
        minlength: 'Nombre minimal de caractères',
        maxlength: 'Nombre maximal de caractères',
        min: 'Plus petite valeur',
        max: 'Plus grande valeur',
        step: 'Pas',
        pattern: 'Motif',
        autocomplete: 'Remplissage automatique',
        placeholder: 'Exemple dans le champ vide',
      },
      preview: 'Les visiteurs verront ce formulaire',
      nothingSent: 'Un exemple à essayer : rien n’est envoyé.',
      choose: 'Choisissez',
      send: 'Envoyer',
    },
  },
  start: {
    title: 'Créer un formulaire',
    lead: 'Ce que l’on envoie par votre formulaire arrive dans votre boîte, et rien n’en est conservé. Aucun compte n’est nécessaire.',
    noScript:
      'Cette page a besoin de JavaScript. Sans lui, créez un formulaire avec la commande indiquée dans /llms.txt sur ce serveur.',
    steps: {
      create: 'Indiquer où vont les messages',
      confirm: 'Confirmer votre boîte',
      code: 'Placer le formulaire sur votre site',
      test: 'Envoyer un test',
    },
    stepDone: 'terminé',
    create: {
      email: 'Votre adresse e-mail',
      emailHint: 'Les messages y sont remis. Les visiteurs ne la voient jamais.',
      alias: 'Nom du formulaire',
      aliasHint: 'Figure dans l’objet de chaque e-mail.',
      aliasExample: 'Formulaire de contact',
      button: 'Créer le formulaire',
      busy: 'Création…',
      done: 'Votre formulaire est créé.',
      endpoint: 'Adresse de votre formulaire',
      token: 'Jeton de gestion',
      tokenHint:
        'Ce jeton vous permet de modifier et de supprimer le formulaire. Il n’est affiché que maintenant et n’est pas conservé : gardez-le en lieu sûr.',
    },
    options: {
      title: 'Choisir les champs et la protection contre le spam',
      fields: 'Champs du formulaire',
      fieldsHint:
        'Sans champs à vous, le formulaire demande le nom, l’e-mail et un message, et accepte aussi tous les autres.',
      challenge: 'Vérifier les envois suspects',
      challengeHint:
        'Quand un message ressemble à du spam, le navigateur du visiteur effectue d’abord tout seul un petit calcul. Une personne n’attend qu’un instant, un robot abandonne le plus souvent. Aucun autre service n’intervient.',
    },
    confirm: {
      look: 'Nous avons envoyé un e-mail à {email}. Ouvrez le lien qu’il contient et appuyez sur le bouton.',
      until: 'Le lien est valable jusqu’au {time}.',
      waiting: 'En attente de votre confirmation…',
      again: 'Renvoyer l’e-mail',
      busy: 'Envoi…',
      sent: 'L’e-mail a été renvoyé.',
      done: 'Votre boîte est confirmée. Le formulaire est actif.',
    },
    test: {
      explanation: 'Le test arrive comme un vrai e-mail, marqué [Test], et compte pour un envoi.',
      message: 'Message',
      example: 'Bonjour ! Ceci est un test de mon nouveau formulaire.',
      button: 'Envoyer le test',
      busy: 'Envoi…',
      solving: 'Le formulaire demande d’abord un petit calcul. Le navigateur s’en occupe…',
      delivered: 'Le serveur de messagerie a accepté votre test. Regardez dans votre boîte.',
      used: 'Envois utilisés ce mois-ci : {used} sur {limit}.',
      inbox: 'Suivre vos formulaires, les modifier, les arrêter ou les supprimer',
    },
  },
  inbox: {
    title: 'Vos formulaires',
    lead: 'Consultez et modifiez chaque formulaire qui remet ses messages à votre boîte. Il n’y a pas de mot de passe : un lien reçu par e-mail vous ouvre cette page.',
    noScript:
      'Cette page a besoin de JavaScript. Sans lui, arrêtez un formulaire par le lien à la fin de ses e-mails.',
    signIn: {
      title: 'De quelle boîte s’agit-il ?',
      email: 'Votre adresse e-mail',
      hint: 'L’adresse à laquelle vos formulaires remettent les messages.',
      button: 'M’envoyer un lien',
      busy: 'Envoi…',
      sent: 'Consultez vos e-mails',
      look: 'Si un formulaire remet ses messages à {email}, un e-mail avec un lien y est en route. Il fonctionne une fois, pendant 15 minutes.',
      nothing:
        'Rien n’arrive ? Regardez dans le dossier spam et vérifiez l’adresse : seule l’adresse exacte d’un formulaire reçoit un e-mail.',
      often: `Vous recevez au plus ${LIMITS.inboxLinksPerHour.network} liens par heure.`,
      again: 'Demander un autre lien',
      over: 'Votre session est terminée',
      overHint:
        'Pour votre sécurité, elle dure une heure. Demandez un nouveau lien et ouvrez-le : cette page reprend alors, et rien de ce que vous avez saisi n’est perdu.',
      openTitle: 'Bon retour parmi nous',
      openHint:
        'Le lien de votre e-mail ne servira plus une fois que vous continuez. Vous restez ensuite connecté pendant une heure. Si ce n’est pas votre boîte, fermez cette page.',
      open: 'Afficher les formulaires de {email}',
      openBusy: 'Ouverture…',
      opened: 'Vous êtes connecté.',
    },
    states: { active: 'Actif', waiting: 'Ne remet rien', paused: 'En pause' },
    list: {
      title: 'Formulaires de {email}',
      used: '{used} remises sur {limit} sont utilisées ce mois-ci.',
      resets: 'Tous les formulaires de cette boîte se les partagent. Le compte repart le {date}.',
      counts: 'Ce mois-ci : {delivered} remis, {failed} échoués, {refused} refusés',
      none: 'Aucun formulaire ne remet ses messages à cette boîte.',
      create: 'Créer un formulaire',
      leave: 'Se déconnecter',
      leaveAll: 'Se déconnecter partout',
      confirmNew: 'Confirmer chaque nouveau formulaire',
      confirmNewHint:
        'Activé : un nouveau formulaire pour cette boîte attend que vous le démarriez. Désactivé : il remet ses messages aussitôt, et un e-mail vous l’annonce.',
      saved: 'Enregistré.',
    },
    counts: {
      delivered: 'Remis',
      failed: 'Échoués',
      refused: 'Refusés',
      day: '{delivered} remis, {failed} échoués, {refused} refusés',
      trap: 'piège à spam',
      date: 'Jour',
      today: 'Aujourd’hui',
      table: 'Afficher les chiffres',
    },
    view: {
      back: 'Tous les formulaires',
      counts: 'Les 35 derniers jours',
      settings: 'Réglages',
      code: 'Placer le formulaire sur votre site',
      endpoint: 'Point d’accès du formulaire',
      test: 'Envoyer un test',
      manage: 'Arrêter, renouveler, supprimer',
    },
    editor: {
      unset: 'Par défaut',
      save: 'Enregistrer les réglages',
      saving: 'Enregistrement…',
      saved: 'Les réglages sont enregistrés.',
      proposed:
        'Une modification demandée avec le jeton de gestion attend votre décision. Enregistrer sans elle l’annule.',
      take: 'Afficher la modification ci-dessous',
    },
    settings: {
      language: { hint: 'Par défaut, celle de la page où le formulaire a été créé.' },
      subject: {
        hint: '{form} est le nom du formulaire, {name} ce que le visiteur a saisi dans le champ « name », et ainsi de suite. Écrivez {{ pour une accolade.',
      },
      sender_name: { hint: 'Comme l’objet. L’adresse reste celle de ce service.' },
      redirect: { hint: 'Où vont les visiteurs après l’envoi : une adresse en https://' },
      success_message: { hint: 'Ce que lisent les visiteurs si vous n’indiquez aucune page.' },
      website: {
        hint: 'Présenté aux visiteurs après l’envoi, avec un chemin de retour.',
        members: { name: 'Nom du site', url: 'Adresse du site' },
      },
      origins: {
        hint: 'Un par ligne, comme https://example.com ou https://*.example.com. Vide : tout site peut envoyer.',
      },
      fields: {
        hint: 'Les champs du formulaire, vérifiés par le serveur comme par le navigateur. Vide : tout champ est accepté.',
      },
      unknown_fields: {
        hint: 'Ce qu’il advient d’un champ qui ne figure pas ci-dessus. Sans champ ci-dessus, sans effet.',
        options: { accept: 'L’afficher dans l’e-mail', refuse: 'Refuser l’envoi' },
      },
      challenge: {
        hint: 'Un calcul que le navigateur du visiteur fait tout seul. Il arrête les robots simples sans envoyer personne chez un tiers.',
        options: {
          off: 'Aucune',
          suspicious: 'Pour les envois suspects',
          always: 'Pour chaque envoi',
        },
      },
      files: {
        hint: 'Ils sont joints à l’e-mail et ne sont conservés nulle part. Sans ce réglage, les fichiers sont refusés.',
        members: {
          max_count: 'Fichiers par message, au plus',
          max_bytes: 'Mégaoctets de tous les fichiers ensemble, au plus',
          types: 'Types acceptés',
        },
      },
      copies: {
        hint: 'D’autres boîtes qui reçoivent chaque message. Chacune est d’abord sollicitée et peut arrêter à tout moment.',
      },
      targets: {
        hint: 'Webhooks et messageries instantanées qui reçoivent chaque message après votre boîte.',
      },
      auto_reply: {
        hint: 'Un court e-mail aux visiteurs qui donnent une adresse, une fois par jour. Exige l’épreuve antispam pour chaque envoi.',
        members: { subject: 'Objet', text: 'Texte' },
      },
      encryption: {
        hint: 'Chaque e-mail est chiffré avec cette clé. Personne d’autre ne reçoit alors de messages : ni copies, ni autres destinations.',
        members: { type: 'Méthode', key: 'Clé publique' },
      },
      paused: {
        hint: 'Tant que cette option est activée, les envois sont refusés et rien n’est remis.',
      },
    },
    health: {
      bounced:
        'Le {since}, un message adressé à cette boîte est revenu. Tant qu’elle ne reçoit plus d’e-mails, le formulaire répond aux visiteurs qu’il ne peut rien remettre. Fonctionne-t-elle de nouveau ? Déconnectez-vous, faites envoyer un lien et ouvrez-le : tous les formulaires reprennent.',
      complaint:
        'Le {since}, un e-mail de ce formulaire a été signalé comme spam ; depuis, il ne remet rien. Si vous voulez ses e-mails, relancez-le au bas de cette page.',
      healed:
        'Cette boîte reçoit de nouveau des e-mails. Du {since} au {until}, les visiteurs ont été avertis que leurs messages ne pouvaient pas être remis.',
    },
    editors: {
      files: {
        allow: 'Les visiteurs peuvent joindre des fichiers',
        none: 'L’exploitant de ce service n’autorise pas les fichiers.',
        count: 'Vide : {count}',
        size: 'Vide : {size}, le maximum que ce service accepte',
        anyType: 'Rien de choisi : tous les types que les fournisseurs de messagerie acheminent.',
        images: 'Images',
        office: 'Documents bureautiques',
        text: 'Textes et tableaux',
        others: 'Autres types, un par ligne',
        othersHint: 'Des types de média comme audio/mpeg, ou audio/* pour toute une famille.',
      },
      copies: {
        address: 'Adresse {number}',
        states: {
          not_asked: 'Pas encore sollicitée',
          asked: 'Sollicitée, sans réponse',
          confirmed: 'Reçoit des copies',
          stopped: 'Arrêtée par cette boîte',
          refused: 'Ne veut pas être sollicitée',
          bounced: 'Les e-mails sont revenus',
        },
        again: 'Solliciter de nouveau',
        askedAgain: 'Cette boîte a été sollicitée de nouveau.',
        add: 'Ajouter une adresse',
      },
      targets: {
        add: 'Ajouter une destination',
        how: {
          webhook:
            'Un programme à vous : il reçoit chaque message en JSON à cette adresse, signé selon Standard Webhooks.',
          slack:
            'Dans Slack : créez une application sur api.slack.com/apps, activez « Incoming Webhooks », ajoutez-en un à un canal et copiez son URL.',
          discord:
            'Dans Discord : ouvrez les paramètres du salon, puis « Intégrations » et « Webhooks ». Créez-en un et copiez son URL.',
          teams:
            'Dans Teams : choisissez « Workflows » dans le menu du canal, prenez un modèle qui publie les requêtes d’un webhook et copiez son URL.',
          telegram:
            'Dans Telegram : créez un bot avec @BotFather, qui vous donne un jeton, et ajoutez le bot à la discussion.',
          ntfy: 'L’adresse d’un sujet, comme https://ntfy.sh/un-nom-que-personne-ne-devine. Sans jeton, toute personne qui connaît le sujet peut le lire.',
        },
        bot: 'Jeton du bot',
        access: 'Jeton d’accès, si le sujet en exige un',
        chat: 'Discussion ou canal',
        chatHint: 'Un nombre comme -1001234567890, ou @canal.',
        off: 'Désactivée : cette destination a répondu qu’elle n’existe plus. L’enregistrement des réglages la réactive.',
        secret: 'Secret de signature',
        secretOnce:
          'Il n’est affiché que maintenant. Donnez-le au programme qui vérifie les signatures.',
        rotate: 'Créer un nouveau secret à l’enregistrement',
        rotateHint: 'L’ancien signe encore pendant un jour.',
      },
      answer: {
        off: 'L’exploitant de ce service a désactivé les réponses automatiques : aucune n’est envoyée. Laissez les textes vides.',
        needs:
          'Une réponse automatique exige l’épreuve antispam pour chaque envoi. Sans elle, des robots pourraient faire écrire ce service à des inconnus.',
        set: 'L’exiger pour chaque envoi',
        preview: 'Les visiteurs recevront cet e-mail',
      },
      encryption: {
        none: 'Pas de chiffrement',
        keyHint: 'Collez-la ici, ou prenez-la dans un fichier.',
        file: 'Prendre la clé dans un fichier',
        private:
          'C’est une clé privée. Elle ne doit appartenir qu’à vous : elle n’a été ni conservée ni envoyée. Utilisez la clé publique.',
        unreadable: 'Ce fichier ne contient aucune clé OpenPGP ou age.',
        lookUp: 'Chercher votre clé chez votre fournisseur de messagerie',
        lookingUp: 'Recherche en cours…',
        notListed: 'Le fournisseur de votre adresse ne publie pour elle aucune clé utilisable.',
        fingerprint: 'Empreinte',
        compare: 'Comparez-la avec celle que votre propre programme affiche.',
        loss: 'Sans votre clé privée, personne ne peut lire ces e-mails, et nous ne pouvons pas les récupérer. Gardez-en une sauvegarde.',
        ends: 'La clé avec laquelle les e-mails de ce formulaire sont chiffrés expire le {date}. Prolongez-la dans votre logiciel ou créez-en une nouvelle, puis enregistrez-la ici.',
        ended:
          'La clé avec laquelle les e-mails de ce formulaire sont chiffrés a expiré. Elle sert encore. Prolongez-la dans votre logiciel ou créez-en une nouvelle, puis enregistrez-la ici.',
      },
    },
    preview: {
      mail: 'Un e-mail se présentera ainsi',
      page: 'Les visiteurs verront ceci',
      redirect: 'Les visiteurs sont conduits à',
      example: {
        name: 'Chloé Martin',
        email: 'chloe@example.fr',
        message: 'Bonjour, j’ai une question sur vos horaires d’ouverture.',
      },
    },
    test: { failed: 'Non remis à {place}.' },
    manage: {
      waits:
        'Ce formulaire ne remet rien : vous l’avez arrêté ou ne l’avez pas encore confirmé. Démarrez-le si vous voulez ses e-mails.',
      restart: 'Démarrer ce formulaire',
      restarted: 'Le formulaire est actif.',
      stopHint: 'Un formulaire arrêté ne remet rien tant que vous ne le redémarrez pas ici.',
      stop: 'Arrêter ce formulaire',
      spam: 'Arrêter et signaler comme spam',
      stopped: 'Le formulaire est arrêté.',
      tokenHint:
        'La personne qui a créé le formulaire possède un jeton de gestion, qui permet de le modifier et de le supprimer. Un nouveau jeton rend l’ancien inutilisable, et les webhooks reçoivent de nouveaux secrets de signature.',
      handOverHint:
        'Transmettez le formulaire à une autre boîte, par exemple celle de votre client. Il y passe dès que cette boîte accepte ; le jeton de gestion cesse alors de fonctionner.',
      handOver: 'Transmettre',
      handOverTo: 'Adresse de la nouvelle boîte',
      handOverAsked:
        'Nous avons interrogé {email}, qui peut accepter jusqu’au {until}. D’ici là, le formulaire vous envoie les messages.',
      handOverProposed:
        'La personne qui détient le jeton de gestion souhaite transmettre le formulaire à {email}. Nous vous avons envoyé un e-mail qui vous le demande ; son lien est valable jusqu’au {until}.',
      handOverWithdraw: 'Retirer l’offre',
      handOverWithdrawn: 'L’offre a été retirée. Son lien n’a plus d’effet.',
      newToken: 'Créer un nouveau jeton',
      token: 'Jeton de gestion',
      tokenOnce: 'Il n’est affiché que maintenant et n’est pas conservé : gardez-le en lieu sûr.',
      tokenMade: 'Le nouveau jeton est affiché.',
      remove: 'Supprimer ce formulaire',
      removeQuestion:
        'Supprimer définitivement ce formulaire ? Son adresse ne fonctionnera plus sur aucun site.',
      removeNow: 'Supprimer définitivement',
      keep: 'Le garder',
      removed: 'Le formulaire est supprimé.',
      busy: 'Un instant…',
    },
  },
};
