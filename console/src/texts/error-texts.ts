import type { PetstoreError } from '@petstore/client';
import type { Language } from './language.ts';

type Texts = Readonly<Partial<Record<PetstoreError['code'], (message: string) => string>>>;

/** The texts of error codes by the message of the service, which is English. A text keeps the message where only it has the cause. */
export const ERROR_TEXTS: Readonly<Record<Language, Texts>> = {
  en: {},
  es: {
    invalid_body: (message) => `El servicio no acepta estos datos: ${message}`,
    invalid_parameter: (message) => `El servicio no acepta este valor: ${message}`,
    invalid_mapping: (message) => `Las columnas no se pueden importar así: ${message}`,
    invalid_image: () => 'No se puede usar esta imagen. Elegir una foto JPEG, PNG, WebP o AVIF.',
    missing_api_key: () => 'Falta la clave de API.',
    invalid_api_key: () =>
      'La clave de API es desconocida, está revocada o vencida, o su cuenta está desactivada. Revisarla, o pedir otra al operador.',
    insufficient_role: () =>
      'El rol de esta cuenta no permite hacer esto. Pedir otro rol a un administrador.',
    origin_not_allowed: () => 'Esta clave solo sirve para las páginas de otro sitio web.',
    operation_not_allowed: () => 'Esta clave es para páginas web y solo puede leer los animales.',
    not_owner: () => 'Solo la cuenta que agregó este animal, o un gestor, puede cambiarlo o eliminarlo.',
    pet_not_found: () => 'Este animal no existe o fue eliminado.',
    order_not_found: () => 'Esta solicitud no existe, o esta cuenta no puede verla.',
    photo_not_found: () => 'Esta foto ya no existe.',
    import_not_found: () =>
      'Esta importación ya no existe. Se conserva durante 7 días, y una vista previa durante una hora: elegir el archivo otra vez.',
    account_not_found: () => 'Esta cuenta no existe.',
    key_not_found: () => 'Esta clave no existe.',
    route_not_found: () => 'El servicio no conoce esta dirección.',
    request_timeout: () => 'La petición no llegó a tiempo. Revisar la conexión e intentar de nuevo.',
    pet_not_available: () =>
      'No se puede reservar este animal ahora: otra solicitud lo reserva o ya fue adoptado.',
    invalid_transition: (message) => `Este cambio de estado no es posible ahora: ${message}`,
    setting_fixed: () => 'El operador del servicio fijó este ajuste; no se puede cambiar aquí.',
    too_many_open_orders: () =>
      'Esta cuenta tiene demasiadas solicitudes abiertas. Completar o cancelar una primero.',
    too_many_photos: () => 'Este animal tiene el máximo de fotos. Eliminar una primero.',
    account_exists: () => 'Otra cuenta ya tiene este nombre.',
    last_admin_key: () => 'No quedaría ninguna clave de administrador que se pueda usar. Crear otra primero.',
    key_already_rotated: () =>
      'Esta clave ya fue reemplazada, o la anterior todavía es válida. Revocar una de las dos primero.',
    secret_already_issued: () =>
      'La clave ya fue creada y su secreto ya se envió. Si se perdió, revocarla y crear otra.',
    idempotency_key_in_use: () => 'La misma petición todavía está en curso. Intentar de nuevo en un momento.',
    idempotency_key_reused: () =>
      'Este formulario ya fue enviado con otros datos. Cerrarlo y abrirlo de nuevo.',
    link_expired: () =>
      'Este enlace ya fue usado o tiene más de 15 minutos. Entrar con la clave que el servicio mostró al iniciar, o crear otra en su máquina: petstore keys create default',
    precondition_failed: () =>
      'Otra persona lo cambió entretanto. Revisar los datos nuevos e intentar de nuevo.',
    payload_too_large: () => 'El archivo o el texto es demasiado grande.',
    unsupported_media_type: () => 'El servicio no acepta este tipo de archivo.',
    rate_limit_exceeded: () => 'La cuota de peticiones está agotada.',
    api_key_banned: () =>
      'La clave de API está bloqueada por un tiempo, porque siguió enviando peticiones con la cuota agotada.',
    internal_error: () => 'Ocurrió un error interno. El registro del servicio tiene los detalles.',
    service_unavailable: () => 'El servicio está sobrecargado. Intentar de nuevo en un momento.',
    result_unknown: () =>
      'El servicio no confirmó el cambio: puede estar guardado o no. Mirar antes de intentarlo de nuevo.',
    storage_full: () =>
      'Las fotos de esta cuenta ocupan todo su espacio. Eliminar algunas, o pedir más al operador.',
  },
};
