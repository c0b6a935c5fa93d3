import type { StartWords } from './words.ts';

/** Spanish. */
export const words: StartWords = {
  tag: 'es',
  name: 'Español',
  languages: 'Idioma',
  title: 'Crear un formulario',
  lead: 'Lo que se envía con su formulario llega a su buzón, y no se guarda nada de ello. No hace falta ninguna cuenta.',
  noScript:
    'Esta página necesita JavaScript. Sin él, cree un formulario con la orden que aparece en /llms.txt de este servidor.',
  steps: {
    create: 'Indicar adónde van los mensajes',
    confirm: 'Confirmar su buzón',
    code: 'Poner el formulario en su sitio web',
    test: 'Enviar una prueba',
  },
  stepDone: 'hecho',
  create: {
    email: 'Su dirección de correo',
    emailHint: 'Aquí se entregan los mensajes. Los visitantes nunca la ven.',
    alias: 'Nombre del formulario',
    aliasHint: 'Aparece en el asunto de cada correo.',
    aliasExample: 'Formulario de contacto',
    button: 'Crear formulario',
    busy: 'Creando…',
    done: 'Su formulario está creado.',
    endpoint: 'Dirección de su formulario',
    token: 'Clave de gestión',
    tokenHint:
      'Con esta clave puede eliminar el formulario. Solo se muestra ahora y no se guarda: consérvela en un lugar seguro.',
  },
  confirm: {
    look: (email) =>
      `Hemos enviado un correo a ${email}. Abra el enlace que contiene y pulse el botón.`,
    until: (time) => `El enlace es válido hasta el ${time}.`,
    waiting: 'Esperando su confirmación…',
    again: 'Enviar el correo otra vez',
    busy: 'Enviando…',
    sent: 'El correo se ha enviado otra vez.',
    preview: 'Abrir el buzón de vista previa',
    done: 'Su buzón está confirmado. El formulario está activo.',
  },
  code: {
    framework: '¿Con qué está hecho su sitio web?',
    loading: 'Cargando el código…',
    shown: (framework) => `Se muestra el código para ${framework}.`,
    notes: 'Notas sobre este código',
  },
  test: {
    explanation:
      'La prueba llega como un correo real, marcado con [Test], y cuenta como una entrega.',
    message: 'Mensaje',
    example: '¡Hola! Esta es una prueba de mi nuevo formulario.',
    button: 'Enviar prueba',
    busy: 'Enviando…',
    delivered: 'El servidor de correo ha aceptado su prueba. Mire en su buzón.',
    used: (used, limit) => `Entregas usadas este mes: ${used} de ${limit}.`,
  },
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'El navegador no ha permitido copiar. El texto está seleccionado: pulse Ctrl+C.',
  retryAfter: (duration) => `Inténtelo de nuevo dentro de ${duration}.`,
  errorCode: 'Código de error:',
  errors: {
    invalid_email:
      'No es una dirección de correo simple como nombre@example.com. Corríjala e inténtelo de nuevo.',
    invalid_alias:
      'El nombre debe tener de 1 a 120 caracteres visibles en una sola línea, sin comillas ni direcciones web como https://…',
    rate_limited: 'Han llegado demasiadas solicitudes en poco tiempo.',
    verified_destination_capacity:
      'Este servicio no admite más buzones. Avise, por favor, a su operador.',
    route_not_found: 'Este formulario ya no existe. Recargue la página para crear otro.',
    inbox_not_verified: 'El formulario no está activo: antes hay que confirmar su buzón.',
    submission_empty: 'La prueba estaba vacía. Escriba antes un mensaje.',
    submission_too_large: 'La prueba es demasiado grande. Acorte el mensaje.',
    monthly_allowance_exhausted: 'Este buzón ha agotado sus entregas de este mes.',
    delivery_failed: 'No se ha podido entregar el correo. Inténtelo de nuevo más tarde.',
    config_incomplete:
      'Este servicio no está configurado del todo. Avise, por favor, a su operador.',
    internal_error: 'Se ha producido un error por nuestra parte. Inténtelo de nuevo más tarde.',
    unreachable: 'No se puede acceder al servicio. Compruebe su conexión e inténtelo de nuevo.',
    other: 'No ha funcionado.',
  },
};
