import type { PetstoreError } from '@petstore/client';
import { inLanguage } from './in-language.ts';

/** What each error code means for someone who uses the console: what is wrong, and what to do. */
export const ERROR_TEXTS = inLanguage<Readonly<Record<PetstoreError['code'], string>>>({
  en: {
    invalid_body: 'This cannot be saved as it is. Check what you entered, and try again.',
    invalid_parameter: 'This filter cannot be used. Change it, and try again.',
    invalid_mapping: 'The file cannot be imported like this. Check your answers, or choose the file again.',
    invalid_image: 'This picture cannot be used. Choose a photo as JPEG, PNG, WebP or AVIF.',
    missing_api_key: 'The API key is missing.',
    invalid_api_key:
      'The API key is unknown, revoked or expired, or its account is disabled. Check it, or ask the operator for another one.',
    insufficient_role: 'The role of this account does not allow this. Ask an admin for another role.',
    origin_not_allowed: 'This key is only for the pages of another web site.',
    operation_not_allowed: 'This key is for web pages, and can only read animals.',
    not_owner: 'Only the account that added this animal, or a manager, may change or remove it.',
    pet_not_found: 'This animal does not exist, or was removed.',
    order_not_found: 'This order does not exist, or this account may not see it.',
    photo_not_found: 'This photo does not exist any more.',
    movement_not_found: 'This entry does not exist any more.',
    import_not_found:
      'This import does not exist any more. It is kept for 7 days, and a preview for an hour: choose the file again.',
    account_not_found: 'This account does not exist.',
    key_not_found: 'This key does not exist.',
    route_not_found: 'The service does not know this address.',
    method_not_allowed: 'The service does not allow this here.',
    request_timeout: 'The request did not arrive in time. Check the connection, and try again.',
    pet_not_available: 'This animal cannot be put on hold now: another order holds it, or it was adopted.',
    invalid_transition:
      'This change of status is not possible now, for example because an order holds the animal. Check the present status.',
    merge_conflict:
      'These records cannot be merged now, for example because orders hold both animals. Complete or cancel one of the orders first.',
    setting_fixed: 'The operator of this service has fixed this setting; it cannot be changed here.',
    too_many_open_orders: 'This account has too many open orders. Complete or cancel one first.',
    too_many_photos: 'This animal has the maximum number of photos. Remove one first.',
    account_exists: 'Another account has this name.',
    last_admin_key: 'No usable key of an admin would remain. Make another one first.',
    key_already_rotated:
      'This key was replaced already, or the one before it is still valid. Revoke one of the two first.',
    secret_already_issued:
      'The key was made already, and its secret was sent. If it is lost, revoke the key and make another one.',
    idempotency_key_in_use: 'The same request is still being processed. Try again in a moment.',
    idempotency_key_reused: 'This form was sent before with other data. Close it, and open it again.',
    link_expired:
      'This link was used already, or is older than 15 minutes. Sign in with the key that the first start printed or wrote to a file, or make another one on the machine of the service: petstore keys create default',
    precondition_failed: 'Someone else changed it meanwhile. Check the new data, and try again.',
    payload_too_large: 'The file or the text is too large.',
    unsupported_media_type: 'The service does not accept this kind of file.',
    rate_limit_exceeded: 'The quota of requests is used up.',
    api_key_banned:
      'The API key is banned for a while, because it went on sending requests after its quota was used up.',
    internal_error: 'An internal error occurred. The log of the service has the details.',
    service_unavailable: 'The service is overloaded or cannot reach its store. Try again in a moment.',
    result_unknown:
      'The service did not confirm the change: it may be saved or not. Look before you try again.',
    storage_full:
      'The photos of this account use all of its space. Remove some, or ask the operator for more.',
    malformed_json: 'The request arrived damaged. Try again.',
    operation_removed: 'This version of the service does not offer this any more. Load the console again.',
    events_expired: 'Older changes are not kept any more. Load the page again.',
    expectation_failed: 'The request cannot be sent like this. Try again.',
    headers_too_large: 'The request is too long. Shorten the search.',
  },
  es: {
    invalid_body: 'No se puede guardar así. Revisar los datos e intentar de nuevo.',
    invalid_parameter: 'No se puede mostrar con este filtro. Cambiarlo e intentar de nuevo.',
    invalid_mapping:
      'El archivo no se puede importar así. Revisar las respuestas, o elegir el archivo otra vez.',
    invalid_image: 'No se puede usar esta imagen. Elegir una foto JPEG, PNG, WebP o AVIF.',
    missing_api_key: 'Falta la clave de API.',
    invalid_api_key:
      'La clave de API es desconocida, está revocada o vencida, o su cuenta está desactivada. Revisarla, o pedir otra al operador.',
    insufficient_role: 'El rol de esta cuenta no permite hacer esto. Pedir otro rol a un administrador.',
    origin_not_allowed: 'Esta clave solo sirve para las páginas de otro sitio web.',
    operation_not_allowed: 'Esta clave es para páginas web y solo puede leer los animales.',
    not_owner: 'Solo la cuenta que agregó este animal, o un gestor, puede cambiarlo o eliminarlo.',
    pet_not_found: 'Este animal no existe o fue eliminado.',
    order_not_found: 'Esta solicitud no existe, o esta cuenta no puede verla.',
    photo_not_found: 'Esta foto ya no existe.',
    movement_not_found: 'Esta entrada ya no existe.',
    import_not_found:
      'Esta importación ya no existe. Se conserva durante 7 días, y una vista previa durante una hora: elegir el archivo otra vez.',
    account_not_found: 'Esta cuenta no existe.',
    key_not_found: 'Esta clave no existe.',
    route_not_found: 'El servicio no conoce esta dirección.',
    request_timeout: 'La petición no llegó a tiempo. Revisar la conexión e intentar de nuevo.',
    pet_not_available: 'No se puede reservar este animal ahora: otra solicitud lo reserva o ya fue adoptado.',
    invalid_transition:
      'Este cambio de estado no es posible ahora, por ejemplo porque una solicitud reserva al animal. Revisar el estado actual.',
    merge_conflict:
      'Estas fichas no se pueden combinar ahora, por ejemplo porque hay solicitudes que reservan a ambos animales. Completar o cancelar una de las solicitudes primero.',
    setting_fixed: 'El operador del servicio fijó este ajuste; no se puede cambiar aquí.',
    too_many_open_orders:
      'Esta cuenta tiene demasiadas solicitudes abiertas. Completar o cancelar una primero.',
    too_many_photos: 'Este animal tiene el máximo de fotos. Eliminar una primero.',
    account_exists: 'Otra cuenta ya tiene este nombre.',
    last_admin_key: 'No quedaría ninguna clave de administrador que se pueda usar. Crear otra primero.',
    key_already_rotated:
      'Esta clave ya fue reemplazada, o la anterior todavía es válida. Revocar una de las dos primero.',
    secret_already_issued:
      'La clave ya fue creada y su secreto ya se envió. Si se perdió, revocarla y crear otra.',
    idempotency_key_in_use: 'La misma petición todavía está en curso. Intentar de nuevo en un momento.',
    idempotency_key_reused: 'Este formulario ya fue enviado con otros datos. Cerrarlo y abrirlo de nuevo.',
    link_expired:
      'Este enlace ya fue usado o tiene más de 15 minutos. Entrar con la clave que el servicio mostró al iniciar, o crear otra en su máquina: petstore keys create default',
    precondition_failed: 'Otra persona lo cambió entretanto. Revisar los datos nuevos e intentar de nuevo.',
    payload_too_large: 'El archivo o el texto es demasiado grande.',
    unsupported_media_type: 'El servicio no acepta este tipo de archivo.',
    rate_limit_exceeded: 'La cuota de peticiones está agotada.',
    api_key_banned:
      'La clave de API está bloqueada por un tiempo, porque siguió enviando peticiones con la cuota agotada.',
    internal_error: 'Ocurrió un error interno. El registro del servicio tiene los detalles.',
    service_unavailable: 'El servicio está sobrecargado. Intentar de nuevo en un momento.',
    result_unknown:
      'El servicio no confirmó el cambio: puede estar guardado o no. Mirar antes de intentarlo de nuevo.',
    storage_full:
      'Las fotos de esta cuenta ocupan todo su espacio. Eliminar algunas, o pedir más al operador.',
    malformed_json: 'La petición llegó dañada. Intentar de nuevo.',
    method_not_allowed: 'El servicio no permite hacer esto aquí.',
    operation_removed: 'Esta versión del servicio ya no ofrece esta función. Volver a cargar la consola.',
    events_expired: 'Los cambios más antiguos ya no se conservan. Volver a cargar la página.',
    expectation_failed: 'La petición no se pudo enviar así. Intentar de nuevo.',
    headers_too_large: 'La petición es demasiado larga. Acortar la búsqueda.',
  },
});
