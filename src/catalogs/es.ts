import { LIMITS } from '../contract/limits.ts';
import type { Words } from './words.ts';

const NOT_SENT = 'Mensaje no enviado';
const TRY_LATER = 'El mensaje no se ha entregado. Inténtelo de nuevo más tarde.';

const OUR_FAULT = {
  title: 'No ha funcionado',
  message: 'Se ha producido un error por nuestra parte. Inténtelo de nuevo más tarde.',
};

/** Spanish. */
export const es: Words = {
  tag: 'es',
  name: 'Español',
  quote: (text) => `«${text}»`,
  accepted: {
    title: 'Mensaje enviado',
    thanks: 'Gracias. El mensaje se ha recibido.',
    test: 'Era un envío de prueba.',
    echo: (quoted) => `Decía: ${quoted}.`,
    close: 'Puede cerrar esta página o volver al formulario.',
    backTo: (name) => `Volver a ${name}`,
  },
  challenge: {
    working:
      'Para evitar el spam, su navegador está haciendo un breve cálculo. El mensaje se envía justo después.',
    files:
      'Su mensaje sigue aquí, pero ninguna página puede conservar archivos: elíjalos de nuevo abajo. Mientras tanto, para evitar el spam, su navegador hace un breve cálculo.',
    sending: 'El cálculo ha terminado. El mensaje se está enviando.',
    ready: 'El cálculo ha terminado. Envíe el mensaje con el botón.',
    failed: 'El cálculo no ha funcionado en este navegador. El mensaje no se ha enviado.',
    button: 'Enviar mensaje',
    local:
      'El cálculo se hace en su dispositivo. Para ello no se guarda ni se transmite nada sobre usted.',
    noScript:
      'El mensaje aún no se ha enviado. Para evitar el spam, este formulario pide al navegador un breve cálculo que necesita JavaScript.',
    turnOn: 'Active JavaScript para esta página y pulse después el botón.',
    again: 'Intentar de nuevo',
    unusual:
      'El formulario solo lo pide con mensajes poco habituales o cuando llegan muchísimos. También puede volver atrás, quitar los enlaces y enviarlo más tarde.',
    otherWay: 'También puede contactar con el propietario de este formulario de otra manera:',
    written: 'Lo que ha escrito',
  },
  errorCode: 'Código de error:',
  otherError: { title: 'No ha funcionado', message: 'Se ha producido un error.' },
  visitor: {
    submission_empty: {
      title: 'No hay nada que enviar',
      message: 'El formulario estaba vacío. Rellene al menos un campo.',
    },
    submission_too_large: {
      title: 'El mensaje es demasiado grande',
      message:
        'El mensaje supera el tamaño que admite este formulario. Acórtelo y envíelo de nuevo.',
    },
    file_uploads_unsupported: {
      title: 'No se pueden enviar archivos',
      message: 'Este formulario no admite archivos. Quite el archivo y envíe solo el texto.',
    },
    too_many_files: {
      title: 'Demasiados archivos',
      message:
        'Ha elegido más archivos de los que este formulario acepta a la vez (como máximo {count}). Su mensaje no se ha enviado. Elija menos archivos y vuelva a enviarlo.',
    },
    file_type_refused: {
      title: 'Este tipo de archivo no se puede enviar',
      message:
        'Este formulario no acepta archivos de este tipo, se llamen como se llamen. Su mensaje no se ha enviado. Elija un archivo de otro tipo y envíe su mensaje de nuevo.',
    },
    file_infected: {
      title: 'Un archivo está infectado',
      message:
        'Uno de los archivos contiene software malicioso. Su mensaje no se ha enviado. Quite ese archivo y envíe el resto de nuevo.',
    },
    file_too_large: {
      title: 'Archivos demasiado grandes',
      message:
        'Los archivos superan el tamaño que este formulario puede aceptar (como máximo {size} en total). Su mensaje no se ha enviado. Elija menos archivos o más pequeños y vuelva a enviarlo.',
    },
    invalid_json: {
      title: 'No se puede leer el formulario',
      message:
        'El formulario ha llegado de una forma que no se puede leer. El mensaje no se ha enviado.',
    },
    unsupported_media_type: {
      title: 'No se puede leer el formulario',
      message:
        'El formulario envía sus campos de una forma no admitida. Se admiten urlencoded, multipart/form-data y JSON, en UTF-8.',
    },
    invalid_redirect_url: {
      title: 'Este formulario tiene un error',
      message:
        'El mensaje no se ha enviado. El campo {field} debe ser una dirección https:// completa, por ejemplo https://example.com/gracias.',
    },
    route_not_found: {
      title: 'El formulario no existe',
      message: 'Este formulario no existe o se ha eliminado. El mensaje no se ha enviado.',
    },
    inbox_not_verified: {
      title: 'Aún no está activo',
      message:
        'Este formulario espera la confirmación de su propietario. El mensaje no se ha enviado.',
    },
    origin_not_allowed: {
      title: 'Este sitio no puede enviar aquí',
      message:
        'Este formulario solo acepta mensajes de los sitios web que ha indicado su propietario, y el suyo viene de otro. El mensaje no se ha enviado.',
    },
    submission_invalid: {
      title: 'Revise algunos campos',
      message: 'El formulario aún no se ha enviado. Vuelva atrás y compruebe lo que ha escrito.',
    },
    challenge_required: {
      title: 'Falta un paso',
      message:
        'El mensaje aún no se ha enviado: para evitar el spam, este formulario pide antes un pequeño cálculo al navegador. Envíelo de nuevo.',
    },
    monthly_allowance_exhausted: {
      title: 'Límite mensual alcanzado',
      message:
        'Este formulario ha alcanzado su número de mensajes de este mes. El mensaje no se ha enviado. Inténtelo de nuevo el próximo mes.',
    },
    rate_limited: {
      title: 'Demasiados mensajes',
      message:
        'Se han enviado demasiados mensajes en poco tiempo. Espere un minuto y envíe el suyo de nuevo.',
    },
    delivery_failed: { title: NOT_SENT, message: TRY_LATER },
    webhook_delivery_failed: { title: NOT_SENT, message: TRY_LATER },
    invalid_idempotency_key: {
      title: 'Este formulario tiene un error',
      message:
        'El formulario se ha enviado con una Idempotency-Key no válida. El mensaje no se ha enviado.',
    },
    idempotency_key_conflict: {
      title: 'Este formulario tiene un error',
      message:
        'El formulario se ha enviado con la Idempotency-Key de otro mensaje. El mensaje no se ha enviado.',
    },
    config_incomplete: {
      title: 'Este formulario no funciona',
      message:
        'El servicio de este formulario no está configurado del todo. El mensaje no se ha enviado.',
    },
    internal_error: OUR_FAULT,
  },
  owner: {
    invalid_json: {
      title: 'Opción desconocida',
      message:
        'La página envió una opción que no conocemos. Abra de nuevo el enlace del correo y use los botones de la página.',
    },
    verification_token_required: {
      title: 'Enlace incompleto',
      message: 'Falta una parte del enlace. Abra el enlace completo del correo.',
    },
    verification_token_invalid: {
      title: 'Enlace no válido',
      message: 'Este enlace no es válido. Abra el enlace completo del correo.',
    },
    verification_token_expired: {
      title: 'Enlace caducado',
      message: `Este enlace tiene más de ${LIMITS.verificationTokenHours} horas.`,
    },
    verification_mismatch: {
      title: 'Enlace no válido',
      message: 'Este enlace corresponde a una dirección distinta de la que recibe el formulario.',
    },
    verification_unavailable: {
      title: 'Otro enlace confirma este buzón',
      message:
        'Aquí es el proveedor de correo quien confirma los buzones. Use el enlace de su correo.',
    },
    route_not_found: {
      title: 'Este formulario ya no existe',
      message: 'El formulario se ha eliminado. No queda nada por hacer.',
    },
    invalid_email: {
      title: 'Dirección no aceptada',
      message: 'El proveedor de correo no acepta esta dirección.',
    },
    verified_destination_capacity: {
      title: 'No hay sitio para este buzón',
      message: 'Este servicio no admite más buzones. Su operador debe hacer sitio.',
    },
    rate_limited: {
      title: 'Espere un poco',
      message:
        'Se han enviado varios correos a este buzón en poco tiempo; por eso ahora no se ha enviado ninguno.',
    },
    delivery_failed: {
      title: 'Correo no enviado',
      message: 'No se ha podido enviar el correo. Inténtelo de nuevo más tarde.',
    },
    config_incomplete: {
      title: 'Fuera de servicio',
      message: 'Este servicio no está configurado del todo. Su operador debe ocuparse de ello.',
    },
    internal_error: OUR_FAULT,
  },
  variants: {
    doubtful_delivery: {
      title: 'Quizá no se ha entregado',
      message:
        'Es posible que el mensaje no se haya entregado: el servidor de correo no lo ha confirmado. Si lo envía de nuevo, puede llegar dos veces.',
    },
    refused_message: {
      title: 'Mensaje rechazado',
      message:
        'El servidor de correo ha rechazado el mensaje. Si envía de nuevo el mismo mensaje, volverá a rechazarlo.',
    },
    too_large_for_mail: {
      title: 'Mensaje demasiado largo',
      message:
        'El mensaje es más grande de lo que admite el servidor de correo. Acórtelo y envíelo de nuevo.',
    },
    overloaded: {
      title: 'Un momento, por favor',
      message: 'Hay demasiados envíos en este momento. Inténtelo de nuevo en unos segundos.',
    },
    late_body: {
      title: 'Ha tardado demasiado',
      message:
        'Su mensaje no llegó completo a tiempo, así que no se envió nada. Suele deberse a una conexión lenta o interrumpida.',
    },
    outdated_link: {
      title: 'Enlace anticuado',
      message:
        'Este enlace es anterior a la detención del formulario. Use el enlace del correo más reciente.',
    },
    unapproved_form: {
      title: 'Aún sin aprobar',
      message:
        'El propietario del buzón aún no ha aprobado este formulario. Hasta entonces, solo admite unos pocos mensajes al mes. El suyo no se ha enviado.',
    },
    outdated_change: {
      title: 'Este cambio ya no está pendiente',
      message: 'Un cambio posterior lo ha sustituido, o el enlace es demasiado antiguo.',
    },
    blocked_file: {
      title: 'Este tipo de archivo no se puede enviar',
      message:
        'Los proveedores de correo bloquean archivos como este: programas, scripts, imágenes de disco y archivos comprimidos que los contienen. Su mensaje no se ha enviado. Elija otro archivo y envíe su mensaje de nuevo.',
    },
    other_origins: {
      title: 'El formulario ya tiene sus sitios',
      message: 'Ya solo acepta mensajes de ciertos sitios web. No se ha cambiado nada.',
    },
    ended_origin_link: {
      title: 'Este enlace ha terminado',
      message: `Ya se utilizó, o tiene más de ${LIMITS.originLinkDays} días. Los correos más recientes del formulario tienen un enlace nuevo; en sus formularios y ajustes puede indicar sitios web en cualquier momento.`,
    },
    ended_hand_over: {
      title: 'Esta oferta ha terminado',
      message:
        'El formulario se ha cambiado o detenido desde entonces, o tiene otro buzón. Su propietario puede ofrecerlo de nuevo.',
    },
    ended_copy: {
      title: 'Estas copias han terminado',
      message:
        'El formulario ya no ofrece copias a este buzón, o se han detenido. El propietario del formulario puede hacer que se pregunte de nuevo.',
    },
    refused_question: {
      title: 'Usted lo ha rechazado',
      message:
        'Ha rechazado lo que proponía este enlace, así que el asunto está cerrado. El propietario del formulario podrá volver a preguntarle cuando permita de nuevo estos mensajes.',
    },
    paused_form: {
      title: 'Este formulario está en pausa',
      message:
        'El propietario de este formulario lo ha puesto en pausa. Su mensaje no se ha enviado.',
    },
    bounced_inbox: {
      title: 'No disponible por ahora',
      message:
        'El buzón de este formulario no recibe correo en este momento. Su mensaje no se ha enviado.',
    },
    too_many_fields: {
      title: 'El formulario es demasiado grande',
      message: `Este formulario tiene más de ${LIMITS.submissionFields} campos. El mensaje no se ha enviado.`,
    },
    long_field_name: {
      title: 'Este formulario tiene un error',
      message: `Un campo de este formulario tiene un nombre de más de ${LIMITS.fieldNameCharacters} caracteres. El mensaje no se ha enviado.`,
    },
  },
  fields: {
    valueMissing: {
      text: 'Rellene este campo.',
      choice: 'Elija una de las opciones.',
      tick: 'Marque esta casilla.',
      ticks: 'Marque al menos una de estas casillas.',
      file: 'Elija un archivo.',
    },
    typeMismatch: {
      email: 'Escriba una dirección de correo, como nombre@example.com.',
      emails: 'Escriba direcciones de correo separadas por comas.',
      url: 'Escriba una dirección web completa, como https://example.com.',
    },
    patternMismatch: 'Escríbalo con el formato que pide el formulario.',
    tooLong: 'Acórtelo a {maxlength} caracteres como máximo.',
    tooShort: 'Escriba al menos {minlength} caracteres.',
    rangeUnderflow: {
      number: 'Escriba {min} o más.',
      moment: 'Elija {min} o después.',
      time: 'Elija una hora de {min} a {max}.',
    },
    rangeOverflow: {
      number: 'Escriba {max} o menos.',
      moment: 'Elija {max} o antes.',
      time: 'Elija una hora de {min} a {max}.',
    },
    stepMismatch: {
      number: 'Escriba un número válido: {base} o, a partir de ahí, en pasos de {step}.',
      moment: 'Elija un valor válido: aquí solo se admiten algunos.',
    },
    badInput: {
      number: 'Escriba un número.',
      date: 'Escriba una fecha, como AAAA-MM-DD.',
      time: 'Escriba una hora, como HH:MM.',
      moment: 'Escriba fecha y hora, como AAAA-MM-DDTHH:MM.',
      option: 'Elija una de las opciones del formulario.',
      single: 'Escriba un solo valor.',
      file: 'Envíe aquí un archivo: el formulario debe enviarse como multipart/form-data.',
      noFile: 'Este campo no admite archivos.',
      singleFile: 'Elija un solo archivo.',
    },
    unknownField: 'Quite este campo: el formulario no lo tiene.',
  },
  givenBack: {
    lead: 'Su mensaje aún no se ha enviado. Lo que ha escrito sigue aquí: corrija los campos de abajo y envíelo de nuevo.',
    check: 'Revise, por favor:',
    optional: '(opcional)',
    choose: 'Elija…',
    typed: (text) => `Usted escribió: ${text}`,
    chooseAgain: 'Elija de nuevo sus archivos, por favor.',
    leftOut: {
      title: 'No forma parte de este formulario',
      explanation: 'El formulario no admite estos campos. No se enviarán la próxima vez.',
    },
    send: 'Enviar de nuevo',
  },
  hints: {
    back: 'Vuelva al formulario con el botón Atrás del navegador.',
    backAndRetry:
      'Vuelva al formulario con el botón Atrás del navegador e inténtelo de nuevo más tarde.',
    tellOwner: 'Avise, por favor, al propietario del sitio web.',
    unchanged: 'No se ha cambiado nada.',
    wholeLink:
      'Algunos programas de correo cortan los enlaces largos. Copie el enlace en una sola línea.',
    openAgainLater: 'Vuelva a abrir el enlace más tarde.',
    closePage: 'Puede cerrar esta página.',
  },
  doors: {
    home: {
      title: 'Esto es Letterslot',
      message:
        'Reenvía por correo lo que se escribe en los formularios de sitios web a quien es dueño del formulario. No guarda nada de ello.',
    },
    develop: 'Para desarrolladores',
    form: {
      title: 'Esta es la dirección de un formulario',
      message:
        'Un formulario de un sitio web envía aquí sus mensajes. En esta dirección no hay nada que leer.',
      visitor: '¿Quería escribir un mensaje? Use el formulario del sitio web del que viene.',
      owner:
        '¿Está poniendo el formulario en su sitio web? Esta dirección va en el atributo action del formulario, con el método POST.',
      code: 'Obtener el código',
    },
    noForm: {
      title: 'Este formulario no existe',
      message: 'El formulario no existe o se eliminó.',
    },
    nothing: {
      title: 'Aquí no hay nada',
      message:
        'En esta dirección no hay nada. Si envió un formulario, su mensaje no se entregó. Tal vez el enlace esté cortado o mal escrito.',
    },
    create: 'Crear un formulario',
  },
  facts: {
    name: 'Nombre elegido por el solicitante',
    inbox: 'Buzón',
    endpoint: 'Dirección del formulario',
    formId: 'Formulario',
    elsewhere: {
      webhook: {
        instead:
          'Los envíos no llegan por correo, sino a una dirección web elegida por el solicitante',
        also: 'Los envíos llegan también a una dirección web elegida por el solicitante',
      },
      slack: {
        instead:
          'Los envíos no llegan por correo, sino a un canal de Slack elegido por el solicitante',
        also: 'Los envíos llegan también a un canal de Slack elegido por el solicitante',
      },
      discord: {
        instead:
          'Los envíos no llegan por correo, sino a un canal de Discord elegido por el solicitante',
        also: 'Los envíos llegan también a un canal de Discord elegido por el solicitante',
      },
      teams: {
        instead:
          'Los envíos no llegan por correo, sino a un canal de Microsoft Teams elegido por el solicitante',
        also: 'Los envíos llegan también a un canal de Microsoft Teams elegido por el solicitante',
      },
      telegram: {
        instead:
          'Los envíos no llegan por correo, sino a un chat de Telegram elegido por el solicitante',
        also: 'Los envíos llegan también a un chat de Telegram elegido por el solicitante',
      },
      ntfy: {
        instead:
          'Los envíos no llegan por correo, sino a un tema de ntfy elegido por el solicitante',
        also: 'Los envíos llegan también a un tema de ntfy elegido por el solicitante',
      },
    },
  },
  chats: { cut: 'Este mensaje es demasiado largo para este destino y se ha cortado aquí.' },
  settings: {
    names: {
      language: 'Idioma de los correos',
      subject: 'Asunto de los correos',
      sender_name: 'Nombre del remitente de los correos',
      redirect: 'Página después del envío',
      success_message: 'Texto después del envío',
      website: 'Sitio web',
      origins: 'Sitios que pueden enviar',
      fields: 'Campos',
      unknown_fields: 'Otros campos',
      challenge: 'Prueba antispam',
      files: 'Archivos',
      copies: 'Copias',
      targets: 'Otros destinos',
      auto_reply: 'Respuesta automática',
      encryption: 'Cifrado',
      paused: 'En pausa',
    },
    before: 'Ahora',
    after: 'Después del cambio',
    none: 'sin definir',
    defaults: { origins: 'todos los sitios web' },
    filesTaken: {
      count: 'como máximo {count} a la vez',
      bytes: 'como máximo {size} en total',
      types: 'solo {types}',
    },
    yes: 'sí',
    no: 'no',
  },
  verification: {
    open: {
      title: '¿Recibir este formulario en su buzón?',
      explanation:
        'Cuando lo confirme, todo lo que los visitantes envíen con este formulario se entregará como se indica aquí.',
      button: 'Confirmar este formulario',
      ignore: '¿No lo ha solicitado? Cierre esta página. Sin su confirmación no se entrega nada.',
    },
    confirmed: {
      title: 'El formulario está activo',
      explanation: 'Desde ahora, los envíos se entregan como se indica aquí.',
    },
    next: {
      code: 'Obtener el código',
      inbox: 'Ver todos los formularios de este buzón',
    },
    expired: {
      title: 'Enlace caducado',
      explanation: `Este enlace tiene más de ${LIMITS.verificationTokenHours} horas.`,
      again: 'Quien creó el formulario puede hacer que se envíe un correo nuevo.',
    },
    gone: {
      title: 'Este formulario ya no existe',
      message: 'El formulario se ha eliminado. No queda nada por confirmar.',
    },
  },
  owners: {
    handOver: {
      owner: {
        title: '¿Traspasar este formulario?',
        explanation:
          'Si lo acepta, preguntamos al buzón que figura abajo. Si también acepta, los mensajes llegarán allí y ya no a usted, y solo su propietario podrá cambiar el formulario. Los buzones que reciben copias las siguen recibiendo.',
        button: 'Traspasar',
        ignore: '¿No lo esperaba? Cierre esta página: nada cambia.',
      },
      to: 'Nuevo buzón',
      asked: {
        title: 'Se ha preguntado al otro buzón',
        explanation: 'Hasta que acepte, los mensajes siguen llegándole a usted.',
      },
      offer: {
        title: '¿Hacerse cargo de este formulario?',
        explanation:
          'Si lo acepta, todo lo que los visitantes envían con este formulario se entrega como se indica aquí: en este buzón y en cada uno de los demás lugares indicados. Entonces solo usted puede cambiar el formulario.',
        button: 'Hacerme cargo',
        refuse: 'No lo quiero',
        ignore:
          '¿No conoce este formulario? Cierre la página: sin su consentimiento no llega nada.',
      },
      encrypted:
        'Sus correos se cifran con la clave que figura abajo. Si no es suya, no podrá leerlos: cambie este ajuste cuando se haya hecho cargo.',
      again: 'El propietario del formulario puede hacer que se pregunte de nuevo a este buzón.',
      done: {
        title: 'El formulario se ha traspasado',
        explanation: 'A partir de ahora entrega en su nuevo buzón.',
      },
    },
    copies: {
      ask: {
        title: '¿Recibir copias de los mensajes de este formulario?',
        explanation:
          'Si lo acepta, este buzón recibe una copia de cada mensaje enviado con este formulario. Las copias cuentan para el límite mensual de este buzón, y cada una tiene un enlace para detenerlas.',
        button: 'Recibir copias',
        refuse: 'No las quiero',
        ignore:
          '¿No conoce este formulario? Cierre la página: sin su consentimiento no llega nada.',
      },
      confirmed: {
        title: 'Usted recibe copias',
        explanation:
          'A partir de ahora, este buzón recibe una copia de cada mensaje de este formulario. Cada copia tiene un enlace para detenerlas.',
      },
      again: 'El propietario del formulario puede hacer que se pregunte de nuevo a este buzón.',
      stop: {
        title: '¿Detener estas copias?',
        explanation:
          'Después, este buzón ya no recibe copias de los mensajes de este formulario. El formulario en sí sigue funcionando.',
        button: 'Detener estas copias',
      },
      askStop: {
        title: '¿Detener estas copias?',
        explanation:
          'Los correos se citan y se reenvían; por eso preguntamos primero a su buzón. Abra el enlace del correo que enviamos allí.',
        button: 'Enviar el correo',
      },
      sent: 'Hemos enviado un enlace al buzón que recibe estas copias.',
      stopped: {
        title: 'Las copias están detenidas',
        explanation: 'Este buzón ya no recibe copias de los mensajes de este formulario.',
        undo: '¿Ha sido un error? Puede deshacerlo ahora mismo.',
        undoButton: 'Volver a recibir copias',
      },
    },
    stop: {
      title: '¿Detener este formulario?',
      explanation:
        'Una vez detenido, el formulario no entrega nada más en su buzón hasta que usted lo confirme de nuevo.',
      button: 'Detener este formulario',
      report: 'Detener y denunciar como spam',
    },
    askStop: {
      title: '¿Detener este formulario?',
      explanation:
        'Los correos se citan y se reenvían; por eso preguntamos primero al buzón de este formulario. Abra el enlace del correo que enviamos allí.',
      button: 'Enviar el correo',
    },
    restart: {
      title: '¿Reanudar este formulario?',
      explanation: 'El formulario está detenido. Una vez reanudado, vuelve a entregar en su buzón.',
      button: 'Volver a entregar',
    },
    restarted: { explanation: 'Los envíos se entregan.' },
    waiting: {
      title: 'A la espera de su proveedor de correo',
      explanation:
        'El formulario vuelve a entregar en cuanto su proveedor de correo haya confirmado el buzón.',
    },
    stopped: {
      title: 'El formulario está detenido',
      explanation: 'Ya no se entrega nada. A quien envíe el formulario se le informa de ello.',
      undo: '¿Ha sido un error? Puede reanudarlo ahora mismo.',
      undoButton: 'Volver a entregar',
      again: 'Para que vuelva a entregar, necesita un nuevo enlace de confirmación.',
      againButton: 'Enviarme un enlace nuevo',
      removed: `Un formulario que sigue detenido durante ${LIMITS.unverifiedRouteDays} días se elimina.`,
    },
    quiet: {
      title: '¿Ningún correo cuando este formulario deje de recibir mensajes?',
      explanation:
        'El formulario sigue como está. Solo dejamos de avisarle cuando suele entregar mensajes y no llega ninguno durante un tiempo.',
      button: 'No avisarme',
      ignore: '¿Quiere que le avisemos? Cierre esta página.',
    },
    quieted: {
      title: 'Ya no recibirá avisos',
      explanation: 'No se envía ningún correo cuando este formulario deja de recibir mensajes.',
      undo: 'Volver a avisarme',
    },
    answers: {
      title: '¿Detener todas las respuestas automáticas a esta dirección?',
      explanation:
        'Esta dirección recibió una respuesta automática porque se introdujo en un formulario de este servicio. Si pulsa el botón, ningún formulario de este servicio le enviará más respuestas de este tipo.',
      button: 'Detener las respuestas automáticas',
      keep: 'No afecta a las respuestas de personas. ¿Quiere seguir recibiéndolas? Cierre esta página.',
    },
    answersStopped: {
      title: 'No habrá más respuestas automáticas',
      explanation:
        'Ningún formulario de este servicio envía ya respuestas automáticas a esta dirección.',
      mistake: '¿Ha sido un error? Puede volver a recibirlas.',
      allow: 'Permitir respuestas automáticas',
    },
    answersAllowed: {
      title: 'Las respuestas automáticas vuelven a llegar',
      explanation:
        'Los formularios de este servicio pueden volver a responder automáticamente a esta dirección.',
    },
    refuse: {
      title: '¿No ha solicitado este formulario?',
      explanation: `En ese caso eliminamos la solicitud y no enviamos más correos de confirmación a este buzón durante ${LIMITS.refusalDays} días.`,
      button: 'Eliminar esta solicitud',
      keep: '¿Sí lo ha solicitado? Cierre esta página y use el otro enlace del correo.',
    },
    refused: {
      title: 'La solicitud se ha eliminado',
      explanation: `Este buzón no recibirá más correos de confirmación durante ${LIMITS.refusalDays} días.`,
      mistake: '¿Ha sido un error? Puede volver a recibir estos correos.',
      allow: 'Permitir correos de confirmación',
    },
    allowed: {
      title: 'Los correos de confirmación vuelven a llegar',
      explanation: 'El formulario eliminado debe crearse de nuevo.',
      again:
        'Lo que rechazó queda rechazado hasta que el propietario del formulario vuelva a preguntarle.',
    },
    refusalEnded: {
      title: 'Este enlace ya no es válido',
      message:
        'El formulario se confirmó desde este buzón, o el enlace es demasiado antiguo. Para detener un formulario, use el enlace al final de sus correos.',
    },
    approve: {
      title: '¿Aprobar este formulario?',
      explanation:
        'El formulario está activo porque este buzón ya está confirmado. Hasta que lo apruebe, solo puede usar una pequeña parte de sus entregas del mes.',
      button: 'Aprobar este formulario',
      ignore: '¿No conoce este formulario? No lo apruebe: deténgalo con el otro enlace del correo.',
    },
    approved: {
      title: 'El formulario está aprobado',
      explanation: 'Ahora puede usar todas las entregas del mes.',
    },
    change: {
      title: '¿Aceptar este cambio?',
      explanation:
        'Con el token de gestión de su formulario se ha solicitado un cambio de sus ajustes. Se aplica en cuanto usted lo acepte.',
      button: 'Aceptar el cambio',
      ignore:
        '¿No lo esperaba? Cierre esta página: no cambia nada y la solicitud caduca por sí sola.',
    },
    changed: {
      title: 'Los ajustes han cambiado',
      explanation: 'El cambio se aplica desde ahora.',
    },
    origin: {
      title: '¿Aceptar solo los mensajes de este sitio?',
      explanation:
        'El formulario rechazará los mensajes enviados desde cualquier otro sitio web. Puede cambiarlo cuando quiera en sus formularios y ajustes.',
      button: 'Aceptar solo este sitio',
      website: 'Sitio web',
      ignore:
        '¿No es su sitio, o su formulario está también en otros? Cierre esta página: no cambia nada.',
    },
    limited: {
      title: 'El formulario solo acepta este sitio',
      explanation:
        'Los mensajes de cualquier otro sitio web se rechazan desde ahora. Puede cambiarlo cuando quiera en sus formularios y ajustes.',
    },
    otherOrigins: {
      title: 'El formulario ya tiene sus sitios',
      explanation:
        'Solo acepta mensajes de los sitios web de abajo. Puede cambiarlos en sus formularios y ajustes.',
    },
    spam: {
      title: '¿Era spam?',
      explanations: {
        suspicious:
          'A partir de entonces, este formulario pedirá al navegador de un remitente sospechoso un cálculo breve antes de aceptar su mensaje. Las personas apenas lo notan; la mayoría de los programas que envían spam desisten.',
        always:
          'A partir de entonces, este formulario pedirá al navegador de cada remitente un cálculo breve antes de aceptar un mensaje. Las personas apenas lo notan; la mayoría de los programas que envían spam desisten. Quien use un navegador que no ejecuta scripts ya no podrá enviar nada.',
      },
      notKept:
        'Aquí no se guarda ningún mensaje, así que no hay ninguno con el que entrenar un filtro. El botón solo cambia los ajustes de este formulario.',
      buttons: {
        suspicious: 'Comprobar a los remitentes sospechosos',
        always: 'Comprobar a cada remitente',
      },
      ignore: '¿No era spam? Cierre esta página: no cambia nada.',
    },
    guarded: {
      title: 'El formulario comprueba a sus remitentes',
      explanation:
        'El ajuste de abajo ya está en vigor. Puede cambiarlo cuando quiera en sus formularios y ajustes.',
    },
    notSpam: {
      title: '¿No era spam?',
      explanation:
        'Este formulario dejará de marcar mensajes por este motivo y no pedirá ningún cálculo por él. Todos los demás motivos siguen contando.',
      button: 'No marcar por este motivo',
      mark: 'Lo que decía el correo',
      marksAgain: 'Vuelve a contar',
      ignore: '¿Al final sí era spam? Cierre esta página: no cambia nada.',
    },
    relaxed: {
      title: 'El formulario marca menos mensajes',
      explanation: 'Ya no marca mensajes por el motivo de abajo.',
      undo: 'Volver a marcar por este motivo',
    },
    linkSent: {
      title: 'Un enlace nuevo está en camino',
      explanation: 'Hemos enviado un enlace al buzón de este formulario.',
      look: 'Mire en su buzón y también en la carpeta de spam. Puede cerrar esta página.',
    },
  },
  mails: {
    label: (text) => `${text}:`,
    sentBy: (operator, why, formId) =>
      `Enviado por ${operator} porque ${why}${formId === undefined ? '' : ` (${formId})`}.`,
    stopForm: 'Detener este formulario',
    inboxPage: 'Sus formularios y ajustes',
    encrypted: {
      age: (form) =>
        `Su formulario «${form}» tiene un mensaje nuevo. Está cifrado con su clave de age: guarde el adjunto message.eml.age, descífrelo y abra message.eml con su programa de correo. En la línea de comandos:`,
    },
    submission: {
      heading: { real: 'Nuevo envío', test: 'Envío de prueba' },
      subject: (form) => `Nuevo envío: ${form}`,
      via: (name, form) => `${name} a través de ${form}`,
      why: (form) => `este buzón confirmó el formulario ${form}`,
      replies: {
        visitor: 'Las respuestas van al visitante, cuyo nombre y dirección nadie ha comprobado.',
        nobody: 'El formulario no contiene ninguna dirección a la que responder.',
      },
      sentFrom: (host) => `Enviado desde el sitio ${host}, según el navegador del remitente.`,
      onlyFrom: 'Aceptar solo este sitio',
      whyCopy: (form) => `este buzón aceptó recibir copias del formulario ${form}`,
      stopCopy: 'Detener estas copias',
      wasSpam: 'Esto era spam',
      notSpam: 'Esto no era spam',
      marked: (reasons) =>
        `Marcado como sospechoso porque ${reasons}. Aun así, puede ser auténtico.`,
      both: (one, other) => `${one} y porque ${other}`,
      reasons: {
        links: 'contiene cinco direcciones web o más',
        unusual_links: 'contiene una dirección web que oculta su destino',
        markup: 'contiene el código de un enlace',
        gibberish: 'su texto consta de letras al azar',
        foreign_script:
          'está escrito en su mayor parte con un alfabeto que no corresponde al formulario y contiene un enlace',
        other_page: 'se envió desde una página de otro sitio web',
        foreign_trap: 'está relleno un campo que las personas no ven',
        too_fast: 'llegó más rápido de lo que una persona rellena un formulario',
        repeat: 'se envió lo mismo al menos tres veces en diez minutos',
        many_forms: 'el mismo texto se envió al menos a otros tres formularios en una hora',
        spam_filter: 'el filtro antispam de este servicio lo considera spam',
      },
    },
    answer: {
      subject: (form) => `Su mensaje a ${form}`,
      why: (form) => `esta dirección se introdujo en el formulario ${form}`,
      replies:
        'Esta es una respuesta automática. Si responde a este correo, no llegará al propietario del formulario. ¿No ha usado el formulario? Entonces otra persona introdujo su dirección; ignore este correo o detenga estas respuestas.',
      stop: 'Detener todas las respuestas automáticas de este servicio a esta dirección',
    },
    telling: [
      'traspasar su formulario',
      'hacerse cargo de un formulario',
      'formulario se ha traspasado',
      'formulario ahora es suyo',
      'copias de los mensajes de un formulario',
      'detener las copias de un formulario',
      'confirme este buzón',
      'formulario nuevo entrega',
      'formulario nuevo espera',
      'límite mensual de sus formularios',
      'detener su formulario',
      'formulario se ha detenido',
      'reanudar su formulario',
      'cambio en los ajustes de su formulario',
      'gestionar sus formularios',
      'formulario ahora solo acepta un sitio',
      'comprueba ahora mejor a sus remitentes',
      'marca ahora menos mensajes',
      'cantidad inusual de envíos',
      'destino de su formulario ya no acepta',
      'ha dejado de recibir mensajes',
    ],
    confirm: {
      title: 'Confirme este buzón para un formulario nuevo',
      subject: (operator) => `${operator}: confirme este buzón para un formulario nuevo`,
      explanation:
        'Alguien ha solicitado un formulario web cuyos envíos se entregan como se indica abajo. Sin su confirmación no se entrega nada.',
      instruction: 'Para confirmarlo, abra esta página y pulse su botón',
      button: 'Revisar y confirmar',
      lifetime: `El enlace es válido durante ${LIMITS.verificationTokenHours} horas.`,
      opens: `Se abre una página con un botón que confirma. El enlace es válido durante ${LIMITS.verificationTokenHours} horas.`,
      ignore: `¿No lo ha solicitado? Ignore este correo. Sin su confirmación no se entrega nada, y la solicitud se elimina por sí sola. Para eliminarla ahora y no recibir más correos de este tipo durante ${LIMITS.refusalDays} días, abra esta página:`,
      refuse: 'No lo he solicitado',
      why: 'esta dirección se indicó en una solicitud de formulario',
      notStored: 'Los envíos se transmiten y nunca se guardan.',
    },
    copy_ask: {
      title: '¿Quiere copias de los mensajes de un formulario?',
      subject: (operator) => `${operator}: ¿quiere copias de los mensajes de un formulario?`,
      explanation:
        'El propietario del formulario web que figura abajo desea que este buzón reciba una copia de cada mensaje que envían sus visitantes. No llega nada si usted no lo acepta, y cada copia tiene un enlace para detenerlas.',
      button: 'Revisar y decidir',
      lifetime: `El enlace es válido durante ${LIMITS.verificationTokenHours} horas.`,
      ignore: `¿No las quiere? Ignore este correo: sin su consentimiento no llega nada. Para no recibir preguntas como esta durante ${LIMITS.refusalDays} días, dígalo en la misma página:`,
      refuse: 'No las quiero',
      why: 'el propietario de un formulario indicó esta dirección para recibir copias',
    },
    copy_stop: {
      subject: '¿Quiere detener las copias de un formulario?',
      explanation:
        'Alguien pulsó «Detener estas copias» en una copia que recibió este buzón. ¿Fue usted? Entonces deténgalas en la página que abre el enlace. Si no, ignore este correo: las copias siguen llegando.',
      button: 'Detener estas copias',
      why: 'alguien pidió detener las copias de un formulario que recibe este buzón',
    },
    hand_over_ask: {
      subject: '¿Quiere traspasar su formulario?',
      explanation:
        'Alguien que tiene el token de gestión de su formulario quiere traspasarlo al buzón que figura abajo. Nada cambia hasta que lo acepten tanto usted como ese buzón.',
      to: 'Nuevo buzón',
      button: 'Revisar y decidir',
      why: 'se quiere traspasar un formulario que entrega en este buzón',
    },
    hand_over_offer: {
      title: '¿Quiere hacerse cargo de un formulario?',
      subject: (operator) => `${operator}: ¿quiere hacerse cargo de un formulario?`,
      explanation:
        'El propietario del formulario web que figura abajo desea traspasarlo a este buzón. Los mensajes de sus visitantes llegan entonces aquí. Sin su consentimiento no llega nada.',
      button: 'Revisar y decidir',
      lifetime: `El enlace es válido durante ${LIMITS.verificationTokenHours} horas.`,
      ignore: `¿No lo quiere? Ignore este correo: sin su consentimiento no llega nada. Para no recibir preguntas como esta durante ${LIMITS.refusalDays} días, dígalo en la misma página:`,
      refuse: 'No lo quiero',
      why: 'el propietario de un formulario indicó esta dirección para traspasarlo',
    },
    handed_over: {
      subject: 'Su formulario se ha traspasado',
      explanation:
        'El otro buzón ha aceptado: el formulario que figura abajo entrega allí a partir de ahora, y ya no a usted. Los enlaces de correos anteriores del formulario ya no tienen efecto.',
      why: 'se ha traspasado un formulario que entregaba en este buzón',
    },
    taken_over: {
      subject: 'El formulario ahora es suyo',
      explanation:
        'Usted se ha hecho cargo del formulario que figura abajo: los mensajes de sus visitantes llegan aquí. Ahora solo usted puede cambiarlo. Quien se ocupe de él necesita un nuevo token de gestión, que puede crear en sus formularios y ajustes; si el formulario tiene un webhook, cree allí también su nuevo secreto de firma.',
      why: 'este buzón se ha hecho cargo de un formulario',
    },
    new_form: {
      subject: 'Un formulario nuevo entrega en este buzón',
      explanation:
        'Este buzón ya se había confirmado; por eso un formulario nuevo está activo desde el primer momento.',
      approve: '¿Lo quiere? Apruébelo en la página que abre el enlace.',
      approveUntil: (deliveries, limit) =>
        `¿Lo quiere? Apruébelo en la página que abre el enlace. Hasta entonces, todos los formularios de este buzón que usted no ha aprobado entregan juntos como máximo ${deliveries} de sus ${limit} envíos al mes.`,
      decline: '¿No lo quiere? Deténgalo con el enlace al final de este correo.',
      button: 'Aprobar este formulario',
      why: 'este buzón ha confirmado un formulario y se ha creado otro para él',
    },
    held_form: {
      subject: 'Un formulario nuevo espera su decisión',
      explanation: `Hace poco detuvo un formulario; por eso el nuevo, que figura abajo, no entrega nada hasta que usted lo inicie. ¿No lo quiere? Ignore este correo: el formulario se elimina pasados ${LIMITS.unverifiedRouteDays} días.`,
      button: 'Iniciar este formulario',
      why: 'alguien ha solicitado un formulario que entrega en este buzón',
    },
    quota: {
      why: 'un formulario de este buzón se usa mucho',
      reached: {
        subject: 'Se ha alcanzado el límite mensual de sus formularios',
        explanation:
          'Se han usado todas las entregas de este mes. Los envíos siguientes se rechazan hasta que termine el mes; a sus remitentes se les informa de ello.',
      },
      used: {
        subject: (percent) => `Se ha usado el ${percent} % del límite mensual de sus formularios`,
        explanation:
          'Se ha usado la mayor parte de las entregas de este mes. Los envíos que superen el límite se rechazan, y a sus remitentes se les informa de ello.',
      },
      use: {
        label: 'Usadas',
        value: (used, limit) =>
          `${used} de ${limit}, para todos los formularios de este buzón en conjunto`,
      },
      resets: 'Se restablece el',
      raise: (operator) => `${operator} gestiona este servicio y puede aumentar el límite.`,
      autofill: {
        label: 'Posiblemente perdidos en la trampa antispam',
        explanation:
          'Envíos descartados por la trampa antispam que parecen de una persona cuyo navegador rellenó por sí solo el campo oculto. Compruebe que la trampa de su formulario esté oculta y tenga autocomplete="off".',
      },
    },
    ask_stop: {
      subject: '¿Quiere detener su formulario?',
      explanation:
        'Alguien ha pulsado el enlace para detenerlo en un correo del formulario que figura abajo. ¿Ha sido usted? Entonces deténgalo en la página que abre el enlace. Si no, ignore este correo: el formulario sigue entregando.',
      button: 'Detener este formulario',
      why: 'alguien ha pedido detener un formulario que entrega en este buzón',
    },
    stopped: {
      subject: 'Su formulario se ha detenido',
      explanation: `El formulario que figura abajo se ha detenido con un enlace de uno de sus correos. Ya no entrega nada y se elimina pasados ${LIMITS.unverifiedRouteDays} días. ¿Era lo que quería? Entonces no queda nada por hacer.`,
      reported: `El formulario que figura abajo se ha detenido y denunciado como spam con un enlace de uno de sus correos. Ya no entrega nada y se elimina pasados ${LIMITS.unverifiedRouteDays} días. ¿Era lo que quería? Entonces no queda nada por hacer.`,
      mistake: `¿Ha sido un error, o lo ha hecho otra persona? Reanude el formulario con este enlace. Pasadas ${LIMITS.verificationTokenHours} horas, pida uno nuevo al final de cualquier correo del formulario.`,
      button: 'Reanudar este formulario',
      why: 'se ha detenido un formulario que entregaba en este buzón',
    },
    restart: {
      subject: '¿Reanudar su formulario?',
      explanation:
        'Alguien ha pedido reanudar el formulario que figura abajo, que usted había detenido. Si ha sido usted, confírmelo en la página que abre el enlace. Si no, ignore este correo: el formulario sigue detenido.',
      button: 'Reanudar este formulario',
      why: 'alguien ha pedido reanudar un formulario que entregaba en este buzón',
    },
    silence: {
      subject: 'Su formulario ha dejado de recibir mensajes',
      explanation:
        'El formulario siguiente suele entregar mensajes, y desde hace un tiempo no llega ninguno. Quizá nadie ha escrito. Quizá algo falla en su sitio web: envíese un mensaje desde la página y lo sabrá.',
      usual: {
        label: 'Antes',
        value: (active, of) => `mensajes en ${active} de ${of} días`,
      },
      since: {
        label: 'Último mensaje',
        value: (date, days) => `${date}, y ninguno en los ${days} días siguientes`,
      },
      check: 'Qué puede comprobar',
      checks: {
        page: '¿Sigue el formulario en la página y sigue enviando al punto de entrega de arriba?',
        origins:
          'El formulario solo acepta ciertos sitios web: ¿ha cambiado la dirección del suyo?',
        challenge:
          'El formulario pide un cálculo a los navegadores: ¿sigue cargando la página el script necesario?',
      },
      refused: 'Estos envíos llegaron desde entonces y no se entregaron:',
      once: 'Recibe este correo una sola vez. El siguiente solo puede llegar después de que el formulario haya vuelto a entregar. ¿No quiere ninguno?',
      quiet: 'No avisarme más sobre este formulario',
      why: 'un formulario que entrega en este buzón suele tener mensajes y ahora no tiene ninguno',
    },
    proposal: {
      subject: 'Un cambio en los ajustes de su formulario le espera',
      explanation:
        'Alguien que tiene el token de gestión de su formulario quiere cambiar sus ajustes como se indica abajo. Nada se aplica hasta que usted lo acepte.',
      button: 'Ver el cambio',
      why: 'se quieren cambiar los ajustes de un formulario que entrega en este buzón',
    },
    limited: {
      subject: 'Su formulario ahora solo acepta un sitio',
      explanation:
        'Alguien ha abierto «Aceptar solo este sitio» en un mensaje del formulario de abajo y ha pulsado el botón. Ahora rechaza los mensajes enviados desde cualquier otro sitio web. ¿Ha sido usted? Entonces no tiene que hacer nada. Si no, quite el sitio en los ajustes del formulario y volverá a aceptar todos.',
      why: 'un formulario que entrega en este buzón se ha limitado a un sitio web',
    },
    guarded: {
      subject: 'Su formulario comprueba ahora mejor a sus remitentes',
      explanation:
        'Alguien ha abierto «Esto era spam» en un mensaje del formulario de abajo y ha pulsado el botón. Ahora comprueba a sus remitentes como se indica y vuelve a marcar mensajes por todos los motivos. ¿Ha sido usted? Entonces no tiene que hacer nada. Si no, cámbielo en los ajustes del formulario.',
      why: 'se ha cambiado la prueba antispam de un formulario que entrega en este buzón',
    },
    relaxed: {
      subject: 'Su formulario marca ahora menos mensajes',
      explanation:
        'Alguien ha abierto «Esto no era spam» en un mensaje del formulario de abajo y ha pulsado el botón. Ya no marca mensajes por el motivo indicado. ¿Ha sido usted? Entonces no tiene que hacer nada. Si no, haga que vuelva a marcarlos en la página que abre el enlace.',
      button: 'Volver a marcar por este motivo',
      why: 'un formulario que entrega en este buzón marca menos mensajes',
    },
    target_off: {
      subject: 'Un destino de su formulario ya no acepta mensajes',
      explanation: (status) =>
        `El destino de abajo ha respondido que ya no existe (HTTP ${status}). Desde ahora el formulario no envía nada allí; todo lo demás sigue como antes. Para volver a activarlo, guarde otra vez los ajustes del formulario, si hace falta con una dirección nueva del destino.`,
      place: 'Destino',
      why: 'se ha desactivado un destino de un formulario que entrega en este buzón',
    },
    attack: {
      subject: 'Cantidad inusual de envíos a su formulario',
      explanation:
        'El formulario de abajo recibe mucho más de lo que envían las personas, muy probablemente de programas. Mientras dure, pide primero un cálculo breve al navegador de cada remitente y solo acepta lo que lo resuelve. Cuando vuelva la calma, comprobará de nuevo solo a los remitentes sospechosos. Para que compruebe siempre a cada remitente, pulse el botón de la página que abre el enlace.',
      unguarded:
        'El formulario de abajo recibe mucho más de lo que envían las personas, muy probablemente de programas. No pide ningún cálculo: lo que no se rechaza llega a su buzón y cuenta en su mes. Para que desde ahora compruebe a cada remitente, pulse el botón de la página que abre el enlace.',
      numbers: 'Estas son las cifras de hoy (UTC), hasta que se escribió este correo:',
      labels: {
        challenged: 'Se les pidió un cálculo',
        refused: 'Rechazados',
        trapped: 'Descartados por la trampa antispam',
        marked: 'Entregados y marcados como sospechosos',
        delivered: 'Entregados en total',
      },
      button: 'Comprobar a cada remitente',
      once: 'Para todos los formularios de este buzón recibe como máximo un correo de este tipo al día.',
      why: 'un formulario que entrega en este buzón ha recibido una cantidad inusual de envíos',
    },
    inbox: {
      subject: 'Gestionar sus formularios',
      explanation:
        'Alguien ha solicitado un enlace a los formularios que entregan en este buzón. ¿Ha sido usted? La página que abre los muestra todos; en ella puede modificarlos, detenerlos y eliminarlos.',
      button: 'Abrir los formularios de {email}',
      lifetime: `El enlace sirve una sola vez y durante ${LIMITS.sessionLinkMinutes} minutos. Quien lo tenga puede gestionar sus formularios: no reenvíe este correo.`,
      ignore: '¿No lo ha solicitado? Ignore este correo: no cambia nada.',
      why: 'alguien ha solicitado un enlace a los formularios de este buzón',
    },
  },
  browser: {
    languages: 'Idioma',
    code: {
      framework: '¿Con qué está hecho su sitio web?',
      loading: 'Cargando el código…',
      shown: 'Se muestra el código para {framework}.',
      notes: 'Notas sobre este código',
    },
    preview: 'Abrir el buzón de vista previa',
    copy: 'Copiar',
    copied: 'Copiado',
    copyFailed: 'El navegador no ha permitido copiar. El texto está seleccionado: pulse Ctrl+C.',
    retryAfter: 'Inténtelo de nuevo dentro de {duration}.',
    errorCode: 'Código de error:',
    errors: {
      invalid_email:
        'No es una dirección de correo simple como nombre@example.com. Corríjala e inténtelo de nuevo.',
      invalid_alias:
        'El nombre debe tener de 1 a 120 caracteres visibles en una sola línea, sin comillas ni direcciones web como https://…',
      rate_limited: 'Han llegado demasiadas solicitudes en poco tiempo.',
      verified_destination_capacity:
        'Este servicio no admite más buzones. Avise, por favor, a su operador.',
      route_not_found: 'Este formulario ya no existe. Recargue la página.',
      inbox_not_verified: 'El formulario no está activo: antes hay que confirmar su buzón.',
      submission_empty: 'La prueba estaba vacía. Escriba antes un mensaje.',
      submission_too_large: 'La prueba es demasiado grande. Acorte el mensaje.',
      submission_invalid: 'La prueba no se ajusta a los campos del formulario.',
      file_too_large: 'Los archivos son demasiado grandes para este formulario.',
      too_many_files: 'Son más archivos de los que acepta el formulario.',
      file_type_refused: 'El formulario no acepta archivos de este tipo.',
      file_infected: 'Uno de los archivos contiene software malicioso. No se ha enviado nada.',
      file_uploads_unsupported: 'El formulario no acepta archivos.',
      challenge_required:
        'Este formulario pide un pequeño cálculo y el navegador no lo ha terminado. Inténtelo de nuevo.',
      monthly_allowance_exhausted: 'Este buzón ha agotado sus entregas de este mes.',
      delivery_failed: 'No se ha podido entregar el correo. Inténtelo de nuevo más tarde.',
      config_incomplete:
        'Este servicio no está configurado del todo. Avise, por favor, a su operador.',
      internal_error: 'Se ha producido un error por nuestra parte. Inténtelo de nuevo más tarde.',
      session_invalid: 'Este enlace o esta sesión ya no es válida. Pida un enlace nuevo.',
      settings_invalid:
        'Algunos ajustes no se aceptaron. No se ha guardado nada: corrija los señalados y guarde de nuevo.',
      settings_changed:
        'Entretanto los ajustes se cambiaron en otro lugar. Lo que escribió se conserva: revíselo y guarde de nuevo.',
      unreachable: 'No se puede acceder al servicio. Compruebe su conexión e inténtelo de nuevo.',
      other: 'No ha funcionado.',
    },
    fault: { line: 'Línea', notAccepted: 'Esto no se aceptó:' },
    composer: {
      begin: 'Empezar con nombre, correo y mensaje',
      add: 'Añadir un campo',
      kinds: {
        name: 'Nombre',
        email: 'Correo electrónico',
        phone: 'Teléfono',
        company: 'Empresa',
        message: 'Mensaje',
        text: 'Texto corto',
        choice: 'Elección',
        several: 'Elección múltiple',
        consent: 'Consentimiento',
        number: 'Número',
        date: 'Fecha',
        link: 'Enlace',
        file: 'Archivo',
      },
      consent: 'He leído y acepto la política de privacidad',
      option: 'Opción {number}',
      full: 'Un formulario tiene como máximo {limit} campos.',
      up: 'Subir',
      down: 'Bajar',
      remove: 'Quitar',
      undo: 'Deshacer',
      moved: '{field} es ahora {place} de {total}.',
      removed: '{field} se ha quitado.',
      restored: '{field} está de vuelta.',
      faulty: 'Hay que corregirlo',
      types: {
        text: 'Una línea de texto',
        email: 'Dirección de correo',
        url: 'Dirección web',
        tel: 'Número de teléfono',
        number: 'Número',
        date: 'Fecha',
        time: 'Hora',
        'datetime-local': 'Fecha y hora',
        textarea: 'Varias líneas de texto',
        select: 'Lista desplegable',
        radio: 'Botones, se elige uno',
        checkbox: 'Casilla',
        file: 'Archivo',
        hidden: 'Oculto',
      },
      members: {
        label: 'Etiqueta',
        type: 'Tipo de campo',
        name: 'Nombre en los datos',
        required: 'Obligatorio',
        options: 'Opciones',
        multiple: 'Se permiten varios valores',
      },
      hints: {
        name: 'Con este nombre lo envía su sitio web. Cámbielo solo mientras el formulario no esté en uso.',
        options: 'Una por línea. Para enviar algo distinto de lo que se lee: valor | texto',
        oneBox: 'Vacío: una sola casilla.',
        pattern: 'Una expresión regular que debe cumplir todo el texto, como [0-9]{5}.',
        autocomplete: 'Lo que los navegadores pueden rellenar, como name, email o tel.',
      },
      moreTitle: 'Más de este campo',
      more: {
        minlength: 'Mínimo de caracteres',
        maxlength: 'Máximo de caracteres',
        min: 'Valor mínimo',
        max: 'Valor máximo',
        step: 'Incremento',
        pattern: 'Patrón',
        autocomplete: 'Autocompletar',
        placeholder: 'Ejemplo en el campo vacío',
      },
      preview: 'Los visitantes verán este formulario',
      nothingSent: 'Un ejemplo para probar: no se envía nada.',
      choose: 'Elija una opción',
      send: 'Enviar',
    },
  },
  start: {
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
      token: 'Token de gestión',
      tokenHint:
        'Con este token puede cambiar y eliminar el formulario. Solo se muestra ahora y no se guarda: consérvelo en un lugar seguro.',
    },
    options: {
      title: 'Elegir los campos y la protección contra el spam',
      fields: 'Campos del formulario',
      fieldsHint:
        'Sin campos propios, el formulario pide nombre, correo y mensaje, y acepta cualquier otro.',
      challenge: 'Comprobar los envíos sospechosos',
      challengeHint:
        'Cuando un mensaje parece spam, el navegador del visitante resuelve antes por sí solo un pequeño cálculo. Las personas solo esperan un momento; los robots suelen desistir. No interviene ningún otro servicio.',
    },
    confirm: {
      look: 'Hemos enviado un correo a {email}. Abra el enlace que contiene y pulse el botón.',
      until: 'El enlace es válido hasta el {time}.',
      waiting: 'Esperando su confirmación…',
      again: 'Enviar el correo otra vez',
      busy: 'Enviando…',
      sent: 'El correo se ha enviado otra vez.',
      done: 'Su buzón está confirmado. El formulario está activo.',
    },
    test: {
      explanation:
        'La prueba llega como un correo real, marcado con [Test], y cuenta como una entrega.',
      message: 'Mensaje',
      example: '¡Hola! Esta es una prueba de mi nuevo formulario.',
      button: 'Enviar prueba',
      busy: 'Enviando…',
      solving: 'El formulario pide antes un pequeño cálculo. El navegador lo está haciendo…',
      delivered: 'El servidor de correo ha aceptado su prueba. Mire en su buzón.',
      used: 'Entregas usadas este mes: {used} de {limit}.',
      inbox: 'Ver cómo van sus formularios, y cambiarlos, detenerlos o eliminarlos',
    },
  },
  inbox: {
    title: 'Sus formularios',
    lead: 'Vea y cambie cada formulario que entrega en su buzón. No hay contraseña: un enlace en su correo le da acceso.',
    noScript:
      'Esta página necesita JavaScript. Sin él, detenga un formulario con el enlace al final de sus correos.',
    signIn: {
      title: '¿De qué buzón se trata?',
      email: 'Su dirección de correo',
      hint: 'La dirección en la que entregan sus formularios.',
      button: 'Enviarme un enlace',
      busy: 'Enviando…',
      sent: 'Mire en su correo',
      look: 'Si un formulario entrega en {email}, un correo con un enlace está en camino. Funciona una vez, durante 15 minutos.',
      nothing:
        '¿No llega nada? Mire en la carpeta de spam y compruebe la dirección: solo la dirección exacta de un formulario recibe un correo.',
      often: `Recibirá como máximo ${LIMITS.inboxLinksPerHour.network} enlaces por hora.`,
      again: 'Pedir otro enlace',
      over: 'Su sesión ha terminado',
      overHint:
        'Por su seguridad dura una hora. Pida un enlace nuevo y ábralo: esta página continuará, y nada de lo que escribió se perderá.',
      openTitle: 'Hola de nuevo',
      openHint:
        'Al continuar, el enlace de su correo queda usado. Después su sesión dura una hora. Si este no es su buzón, cierre esta página.',
      open: 'Ver los formularios de {email}',
      openBusy: 'Abriendo…',
      opened: 'Ha iniciado sesión.',
    },
    states: { active: 'Activo', waiting: 'No entrega', paused: 'En pausa' },
    list: {
      title: 'Formularios de {email}',
      used: 'Se han usado {used} de {limit} entregas de este mes.',
      resets:
        'Todos los formularios de este buzón las comparten. La cuenta vuelve a empezar el {date}.',
      counts: 'Este mes: {delivered} entregados, {failed} fallidos, {refused} rechazados',
      none: 'Ningún formulario entrega en este buzón.',
      create: 'Crear un formulario',
      leave: 'Cerrar sesión',
      leaveAll: 'Cerrar sesión en todas partes',
      confirmNew: 'Confirmar cada formulario nuevo',
      confirmNewHint:
        'Activado: un formulario nuevo para este buzón espera hasta que usted lo inicie. Desactivado: entrega enseguida, y usted recibe un correo al respecto.',
      saved: 'Guardado.',
    },
    counts: {
      delivered: 'Entregados',
      failed: 'Fallidos',
      refused: 'Rechazados',
      day: '{delivered} entregados, {failed} fallidos, {refused} rechazados',
      trap: 'trampa antispam',
      date: 'Día',
      today: 'Hoy',
      table: 'Mostrar las cifras',
    },
    view: {
      back: 'Todos los formularios',
      counts: 'Los últimos 35 días',
      settings: 'Ajustes',
      code: 'Poner el formulario en su sitio web',
      endpoint: 'Dirección de envío del formulario',
      test: 'Enviar una prueba',
      manage: 'Detener, renovar, eliminar',
    },
    editor: {
      unset: 'Predeterminado',
      save: 'Guardar los ajustes',
      saving: 'Guardando…',
      saved: 'Los ajustes están guardados.',
      proposed:
        'Con el token de gestión se pidió un cambio que espera su decisión. Si guarda sin él, se descarta.',
      take: 'Mostrar el cambio abajo',
    },
    settings: {
      language: {
        hint: 'De forma predeterminada, el de la página en la que se creó el formulario.',
      },
      subject: {
        hint: '{form} es el nombre del formulario, {name} lo que el visitante escribió en el campo “name”, y así sucesivamente. Escriba {{ para una llave.',
      },
      sender_name: { hint: 'Como el asunto. La dirección sigue siendo la de este servicio.' },
      redirect: { hint: 'Adónde van los visitantes después del envío: una dirección con https://' },
      success_message: { hint: 'Lo que leen los visitantes si no indica ninguna página.' },
      website: {
        hint: 'Se muestra a los visitantes después del envío, con un camino de vuelta.',
        members: { name: 'Nombre del sitio web', url: 'Dirección del sitio web' },
      },
      origins: {
        hint: 'Uno por línea, como https://example.com o https://*.example.com. Vacío: puede enviar cualquier sitio web.',
      },
      fields: {
        hint: 'Los campos del formulario, comprobados en el servidor igual que en el navegador. Vacío: se acepta cualquier campo.',
      },
      unknown_fields: {
        hint: 'Qué ocurre con un campo que no está en la lista. Sin campos en la lista no tiene efecto.',
        options: { accept: 'Mostrarlo en el correo', refuse: 'Rechazar el envío' },
      },
      challenge: {
        hint: 'Un cálculo que hace por sí solo el navegador del visitante. Frena a los robots sencillos y no envía a nadie a terceros.',
        options: {
          off: 'Ninguna',
          suspicious: 'Para envíos sospechosos',
          always: 'Para cada envío',
        },
      },
      files: {
        hint: 'Se adjuntan al correo y no se guardan en ninguna parte. Sin este ajuste, los archivos se rechazan.',
        members: {
          max_count: 'Archivos por mensaje, como máximo',
          max_bytes: 'Megabytes de todos los archivos juntos, como máximo',
          types: 'Tipos admitidos',
        },
      },
      copies: {
        hint: 'Más buzones que reciben cada mensaje. A cada uno se le pregunta antes y puede detenerlas en cualquier momento.',
      },
      targets: { hint: 'Webhooks y chats que reciben cada mensaje después de su buzón.' },
      auto_reply: {
        hint: 'Un correo breve a los visitantes que dan una dirección, una vez al día. Requiere la prueba antispam para cada envío.',
        members: { subject: 'Asunto', text: 'Texto' },
      },
      encryption: {
        hint: 'Cada correo se cifra con esta clave. Nadie más recibe entonces mensajes: ni copias ni otros destinos.',
        members: { type: 'Tipo', key: 'Clave pública' },
      },
      paused: { hint: 'Mientras esté activado, los envíos se rechazan y no se entrega nada.' },
    },
    health: {
      bounced:
        'El {since} se devolvió un correo dirigido a este buzón. Mientras no reciba correo, el formulario responde a los visitantes que no puede entregar. ¿Ya funciona? Cierre la sesión, pida un enlace y ábralo: todos sus formularios continúan.',
      complaint:
        'El {since} se marcó como spam un correo de este formulario, y desde entonces no entrega nada. Si quiere sus correos, reactívelo al final de esta página.',
      healed:
        'Este buzón vuelve a recibir correo. Del {since} al {until}, los visitantes recibieron el aviso de que sus mensajes no se podían entregar.',
    },
    editors: {
      files: {
        allow: 'Los visitantes pueden adjuntar archivos',
        none: 'El operador de este servicio no permite archivos.',
        count: 'Vacío: {count}',
        size: 'Vacío: {size}, lo máximo que acepta este servicio',
        anyType: 'Nada elegido: todos los tipos que los proveedores de correo entregan.',
        images: 'Imágenes',
        office: 'Documentos de oficina',
        text: 'Textos y tablas',
        others: 'Más tipos, uno por línea',
        othersHint: 'Tipos de medios como audio/mpeg, o audio/* para toda una clase.',
      },
      copies: {
        address: 'Dirección {number}',
        states: {
          not_asked: 'Aún sin preguntar',
          asked: 'Preguntado, sin respuesta',
          confirmed: 'Recibe copias',
          stopped: 'Las ha detenido',
          refused: 'No quiere que se le pregunte',
          bounced: 'El correo fue devuelto',
        },
        again: 'Preguntar de nuevo',
        askedAgain: 'Se ha preguntado de nuevo a este buzón.',
        add: 'Añadir una dirección',
      },
      targets: {
        add: 'Añadir un destino',
        how: {
          webhook:
            'Un programa suyo: recibe cada mensaje como JSON en esta dirección, firmado según Standard Webhooks.',
          slack:
            'En Slack: cree una aplicación en api.slack.com/apps, active «Incoming Webhooks», añada uno a un canal y copie su URL.',
          discord:
            'En Discord: abra los ajustes del canal, luego «Integraciones» y «Webhooks». Cree uno y copie su URL.',
          teams:
            'En Teams: elija «Workflows» en el menú del canal, tome una plantilla que publique solicitudes de webhook y copie su URL.',
          telegram:
            'En Telegram: cree un bot con @BotFather, que le da un token, y añada el bot al chat.',
          ntfy: 'La dirección de un tema, como https://ntfy.sh/un-nombre-que-nadie-adivina. Sin token, cualquiera que conozca el tema puede leerlo.',
        },
        bot: 'Token del bot',
        access: 'Token de acceso, si el tema lo necesita',
        chat: 'Chat o canal',
        chatHint: 'Un número como -1001234567890, o @canal.',
        off: 'Desactivado: este destino respondió que ya no existe. Al guardar los ajustes se activa de nuevo.',
        secret: 'Secreto de firma',
        secretOnce: 'Solo se muestra ahora. Déselo al programa que comprueba las firmas.',
        rotate: 'Crear un nuevo secreto al guardar',
        rotateHint: 'El anterior sigue firmando un día más.',
      },
      answer: {
        off: 'El operador de este servicio ha desactivado las respuestas automáticas: no se envía ninguna. Deje los textos vacíos.',
        needs:
          'Una respuesta automática necesita la prueba antispam para cada envío. Sin ella, los robots podrían hacer que este servicio escriba a desconocidos.',
        set: 'Exigirla para cada envío',
        preview: 'Los visitantes recibirán este correo',
      },
      encryption: {
        none: 'Sin cifrado',
        keyHint: 'Péguela aquí o tómela de un archivo.',
        file: 'Tomar la clave de un archivo',
        private:
          'Esta es una clave privada. Solo debe tenerla usted, así que no se ha guardado ni enviado. Use la clave pública.',
        unreadable: 'En este archivo no hay ninguna clave OpenPGP o age.',
        lookUp: 'Buscar su clave en su proveedor de correo',
        lookingUp: 'Buscando…',
        notListed:
          'El proveedor de su dirección no publica para ella ninguna clave que se pueda usar.',
        fingerprint: 'Huella digital',
        compare: 'Compárela con la que muestra su propio programa.',
        loss: 'Sin su clave privada nadie puede leer estos correos, y no podemos recuperarlos. Guarde una copia de seguridad.',
        ends: 'La clave con la que se cifran los correos de este formulario caduca el {date}. Prolónguela en su programa o cree una nueva, y guárdela aquí.',
        ended:
          'La clave con la que se cifran los correos de este formulario ha caducado. Todavía se usa. Prolónguela en su programa o cree una nueva, y guárdela aquí.',
      },
    },
    preview: {
      mail: 'Así será un correo',
      page: 'Esto verán los visitantes',
      redirect: 'Los visitantes van a',
      example: {
        name: 'Lucía Ramos',
        email: 'lucia@example.es',
        message: 'Hola, tengo una pregunta sobre su horario.',
      },
    },
    test: { failed: 'No se entregó en {place}.' },
    manage: {
      waits:
        'Este formulario no entrega nada: usted lo ha detenido o aún no lo ha confirmado. Inícielo si quiere sus correos.',
      restart: 'Iniciar este formulario',
      restarted: 'El formulario está activo.',
      stopHint: 'Un formulario detenido no entrega nada hasta que lo inicie de nuevo aquí.',
      stop: 'Detener este formulario',
      spam: 'Detener y denunciar como spam',
      stopped: 'El formulario está detenido.',
      tokenHint:
        'Quien creó el formulario tiene un token de gestión, que permite cambiarlo y eliminarlo. Un token nuevo inutiliza el anterior, y los webhooks reciben nuevos secretos de firma.',
      handOverHint:
        'Traspase el formulario a otro buzón, por ejemplo el de su cliente. Pasa allí en cuanto ese buzón acepte; el token de gestión deja entonces de funcionar.',
      handOver: 'Traspasar',
      handOverTo: 'Dirección del nuevo buzón',
      handOverAsked:
        'Hemos preguntado a {email}, que puede aceptar hasta el {until}. Hasta entonces el formulario le entrega a usted los mensajes.',
      handOverProposed:
        'Quien tiene el token de gestión quiere traspasar el formulario a {email}. Le hemos enviado un correo para preguntárselo; su enlace vale hasta el {until}.',
      handOverWithdraw: 'Retirar la oferta',
      handOverWithdrawn: 'La oferta se ha retirado. Su enlace ya no tiene efecto.',
      newToken: 'Crear un token nuevo',
      token: 'Token de gestión',
      tokenOnce: 'Solo se muestra ahora y no se guarda: consérvelo en un lugar seguro.',
      tokenMade: 'Se muestra el token nuevo.',
      remove: 'Eliminar este formulario',
      removeQuestion:
        '¿Eliminar este formulario para siempre? Su dirección dejará de funcionar en todos los sitios web.',
      removeNow: 'Eliminar para siempre',
      keep: 'Conservarlo',
      removed: 'El formulario está eliminado.',
      busy: 'Un momento…',
    },
  },
};
