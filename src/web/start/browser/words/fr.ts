import type { StartWords } from './words.ts';

/** French. */
export const words: StartWords = {
  tag: 'fr',
  name: 'Français',
  languages: 'Langue',
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
      'Ce jeton vous permet de supprimer le formulaire. Il n’est affiché que maintenant et n’est pas conservé : gardez-le en lieu sûr.',
  },
  confirm: {
    look: (email) =>
      `Nous avons envoyé un e-mail à ${email}. Ouvrez le lien qu’il contient et appuyez sur le bouton.`,
    until: (time) => `Le lien est valable jusqu’au ${time}.`,
    waiting: 'En attente de votre confirmation…',
    again: 'Renvoyer l’e-mail',
    busy: 'Envoi…',
    sent: 'L’e-mail a été renvoyé.',
    preview: 'Ouvrir la boîte d’aperçu',
    done: 'Votre boîte est confirmée. Le formulaire est actif.',
  },
  code: {
    framework: 'Avec quoi votre site est-il fait ?',
    loading: 'Chargement du code…',
    shown: (framework) => `Le code pour ${framework} est affiché.`,
    notes: 'Remarques sur ce code',
  },
  test: {
    explanation: 'Le test arrive comme un vrai e-mail, marqué [Test], et compte pour un envoi.',
    message: 'Message',
    example: 'Bonjour ! Ceci est un test de mon nouveau formulaire.',
    button: 'Envoyer le test',
    busy: 'Envoi…',
    delivered: 'Le serveur de messagerie a accepté votre test. Regardez dans votre boîte.',
    used: (used, limit) => `Envois utilisés ce mois-ci : ${used} sur ${limit}.`,
  },
  copy: 'Copier',
  copied: 'Copié',
  copyFailed:
    'Le navigateur n’a pas permis la copie. Le texte est sélectionné : appuyez sur Ctrl+C.',
  retryAfter: (duration) => `Réessayez dans ${duration}.`,
  errorCode: 'Code d’erreur :',
  errors: {
    invalid_email:
      'Ce n’est pas une adresse e-mail simple comme nom@example.com. Veuillez la corriger.',
    invalid_alias:
      'Le nom doit avoir de 1 à 120 caractères visibles sur une seule ligne, sans guillemets ni adresse web comme https://…',
    rate_limited: 'Trop de demandes sont arrivées en peu de temps.',
    verified_destination_capacity:
      'Ce service ne peut plus accepter de boîtes. Veuillez prévenir son exploitant.',
    route_not_found: 'Ce formulaire n’existe plus. Rechargez la page pour en créer un nouveau.',
    inbox_not_verified: 'Le formulaire n’est pas actif : sa boîte doit d’abord être confirmée.',
    submission_empty: 'Le test était vide. Veuillez d’abord écrire un message.',
    submission_too_large: 'Le test est trop grand. Veuillez raccourcir le message.',
    monthly_allowance_exhausted: 'Cette boîte a épuisé ses envois de ce mois.',
    delivery_failed: 'L’e-mail n’a pas pu être remis. Veuillez réessayer plus tard.',
    config_incomplete:
      'Ce service n’est pas entièrement configuré. Veuillez prévenir son exploitant.',
    internal_error: 'Une erreur s’est produite de notre côté. Veuillez réessayer plus tard.',
    unreachable: 'Le service est injoignable. Vérifiez votre connexion et réessayez.',
    other: 'Cela n’a pas fonctionné.',
  },
};
