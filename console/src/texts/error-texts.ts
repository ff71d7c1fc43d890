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
    insufficient_role: 'Your role does not allow this. Ask an admin for another role.',
    origin_not_allowed: 'This key is only for the pages of another web site.',
    operation_not_allowed: 'This key is for web pages, and can only read animals.',
    not_owner: 'Only the account that added this animal, or a manager, may change or remove it.',
    pet_not_found: 'This animal does not exist, or was removed.',
    site_not_found: 'There is no such site, or it gets no such file.',
    application_not_found: 'This application does not exist, or its data was erased.',
    applications_closed: 'Applications are not accepted at the moment. The page Questions has the switch.',
    too_many_applications: 'Too many applications have arrived today. Try again tomorrow.',
    too_many_messages: 'This application has the maximum number of messages and notes.',
    order_not_found: 'This reservation does not exist, or you may not see it.',
    photo_not_found: 'This photo does not exist any more.',
    partner_not_found: 'This partner does not exist any more.',
    too_many_partners: 'Remove one first.',
    webhook_not_found: 'This webhook does not exist any more.',
    delivery_not_found: 'This message is no longer kept.',
    too_many_webhooks: 'This account has the maximum number of webhooks. Remove one first.',
    webhook_orphaned: 'This webhook belongs to no one any more. Take it over first.',
    movement_not_found: 'This entry does not exist any more.',
    import_not_found:
      'This import does not exist any more. It is kept for 7 days, and a preview for an hour: choose the file again.',
    account_not_found: 'This account does not exist.',
    person_not_found: 'This person does not exist any more.',
    device_not_found: 'This device is signed out already.',
    passkey_not_found: 'This passkey was removed already.',
    passkey_refused:
      'This passkey cannot be used here. It may have been removed. Sign in another way, and add it again.',
    passkeys_not_offered:
      'Browsers offer no passkeys at this address. Open the console at its own address, over TLS.',
    sign_in_expired: 'Signing in took too long. Begin again.',
    provider_unavailable:
      'The provider cannot sign you in now. Try again in a moment, or sign in another way.',
    key_not_found: 'This key does not exist.',
    route_not_found: 'The service does not know this address.',
    method_not_allowed: 'The service does not allow this here.',
    request_timeout: 'It did not arrive in time. Check the connection, and try again.',
    pet_not_available:
      'This animal cannot be put on hold now: another reservation holds it, or it was adopted.',
    bond_conflict:
      'These animals cannot go together now, for example because a reservation holds one of them, or one goes together with others.',
    merge_conflict:
      'These records cannot be merged now, for example because reservations hold both animals. Complete or cancel one of them first.',
    invalid_transition:
      'This change of status is not possible now, for example because a reservation holds the animal. Check the present status.',
    setting_fixed: 'The operator of this service has fixed this setting; it cannot be changed here.',
    too_many_open_orders: 'Too many reservations are open. Complete or cancel one first.',
    too_many_photos: 'This animal has the maximum number of photos. Remove one first.',
    limit_reached: 'This list has as many entries as possible. Remove what is no longer needed.',
    account_exists: 'Another account has this name.',
    last_admin_key: 'No admin would remain who can sign in. Make someone else an admin first.',
    email_in_use: 'Another person of this account has this e-mail address.',
    publishing_off: 'Nothing is sent to this site, because it is off. Turn it on first.',
    email_not_set_up:
      'This service sends no e-mails. An admin sets them up in the settings; or pass on the link yourself.',
    secrets_key_missing:
      'This service has no key to store a password with. Ask its operator to set SECRETS_KEY.',
    person_without_email: 'This person has no e-mail address. Enter one first, or pass on the link yourself.',
    wrong_code:
      'This code is wrong, was used already, is older than 10 minutes, or was asked for in another browser. After 5 wrong ones, ask for another code.',
    not_signed_in: 'You are not signed in any more. Sign in again.',
    key_already_rotated:
      'This key was replaced already, or the one before it is still valid. Revoke one of the two first.',
    secret_already_issued:
      'The key was made already, and its secret was sent. If it is lost, revoke the key and make another one.',
    idempotency_key_in_use: 'This is still being saved. Try again in a moment.',
    idempotency_key_reused: 'This form was sent before with other data. Close it, and open it again.',
    link_expired: 'This link was used already or is too old. Ask for another one.',
    precondition_failed: 'Someone else changed it meanwhile. Check the new data, and try again.',
    payload_too_large: 'The file or the text is too large.',
    unsupported_media_type: 'The service does not accept this kind of file.',
    rate_limit_exceeded: 'Too much at once. Try again in a moment.',
    api_key_banned: 'Too much at once. Try again in a few minutes.',
    too_many_followers: 'Too much at once. Try again in a few minutes.',
    internal_error: 'An internal error occurred. The log of the service has the details.',
    service_unavailable: 'The service is overloaded or cannot reach its store. Try again in a moment.',
    result_unknown:
      'The service did not confirm the change: it may be saved or not. Look before you try again.',
    storage_full:
      'The photos of this account use all of its space. Remove some, or ask the operator for more.',
    malformed_json: 'What you entered arrived damaged. Try again.',
    operation_removed: 'This version of the service does not offer this any more. Load the console again.',
    events_expired: 'Older changes are not kept any more. Load the page again.',
    expectation_failed: 'This cannot be sent like this. Try again.',
    headers_too_large: 'The search is too long. Shorten it.',
  },
  es: {
    invalid_body: 'No se puede guardar así. Revise los datos e inténtelo de nuevo.',
    invalid_parameter: 'No se puede mostrar con este filtro. Cámbielo e inténtelo de nuevo.',
    invalid_mapping:
      'El archivo no se puede importar así. Revise las respuestas, o elija el archivo otra vez.',
    invalid_image: 'No se puede usar esta imagen. Elija una foto JPEG, PNG, WebP o AVIF.',
    missing_api_key: 'Falta la clave de API.',
    invalid_api_key:
      'La clave de API es desconocida, está revocada o vencida, o su cuenta está desactivada. Revísela, o pida otra a quien opera el servicio.',
    insufficient_role: 'Su rol no permite hacer esto. Pida otro rol a la administración.',
    origin_not_allowed: 'Esta clave solo sirve para las páginas de otro sitio web.',
    operation_not_allowed: 'Esta clave es para páginas web y solo puede leer los animales.',
    not_owner:
      'Solo la cuenta que agregó este animal, o alguien con el rol Gestión, puede cambiarlo o eliminarlo.',
    pet_not_found: 'Este animal no existe o se eliminó.',
    site_not_found: 'No hay tal sitio, o no recibe tal archivo.',
    application_not_found: 'Esta solicitud no existe, o sus datos se borraron.',
    applications_closed: 'En este momento no se aceptan solicitudes. Se cambia en la página Preguntas.',
    too_many_applications: 'Hoy llegaron demasiadas solicitudes. Inténtelo de nuevo mañana.',
    too_many_messages: 'Esta solicitud tiene el máximo de mensajes y notas.',
    order_not_found: 'Esta reserva no existe, o usted no puede verla.',
    photo_not_found: 'Esta foto ya no existe.',
    partner_not_found: 'Ya no existe.',
    too_many_partners: 'Elimine una primero.',
    webhook_not_found: 'Este webhook ya no existe.',
    delivery_not_found: 'Este mensaje ya no se conserva.',
    too_many_webhooks: 'Esta cuenta tiene el máximo de webhooks. Elimine uno primero.',
    webhook_orphaned: 'Este webhook ya no pertenece a nadie. Primero hágase cargo de él.',
    movement_not_found: 'Esta entrada ya no existe.',
    import_not_found:
      'Esta importación ya no existe. Se conserva durante 7 días, y una vista previa durante una hora: elija el archivo otra vez.',
    account_not_found: 'Esta cuenta no existe.',
    person_not_found: 'Esta persona ya no existe.',
    device_not_found: 'La sesión de este dispositivo ya está cerrada.',
    passkey_not_found: 'Esta llave de acceso ya no existe.',
    passkey_refused:
      'Esta llave de acceso no sirve aquí. Es posible que se haya eliminado. Entre de otra manera y agréguela de nuevo.',
    passkeys_not_offered:
      'Los navegadores no ofrecen llaves de acceso en esta dirección. Abra la consola en su propia dirección, con TLS.',
    sign_in_expired: 'El inicio de sesión tardó demasiado. Comience de nuevo.',
    provider_unavailable:
      'El proveedor no puede iniciar la sesión ahora. Inténtelo de nuevo en un momento, o entre de otra manera.',
    key_not_found: 'Esta clave no existe.',
    route_not_found: 'El servicio no conoce esta dirección.',
    request_timeout: 'Los datos no llegaron a tiempo. Revise la conexión e inténtelo de nuevo.',
    pet_not_available: 'No se puede reservar este animal ahora: tiene otra reserva o ya fue adoptado.',
    bond_conflict:
      'Estos animales no pueden ir juntos ahora, por ejemplo porque uno tiene una reserva o va junto con otros.',
    merge_conflict:
      'Estas fichas no se pueden combinar ahora, por ejemplo porque los dos animales tienen una reserva. Complete o cancele una primero.',
    invalid_transition:
      'Este cambio de estado no es posible ahora, por ejemplo porque el animal tiene una reserva. Revise el estado actual.',
    setting_fixed: 'Quien opera el servicio fijó este ajuste; no se puede cambiar aquí.',
    too_many_open_orders: 'Hay demasiadas reservas abiertas. Complete o cancele una primero.',
    too_many_photos: 'Este animal tiene el máximo de fotos. Elimine una primero.',
    limit_reached: 'Esta lista tiene todas las entradas posibles. Elimine lo que ya no se necesita.',
    account_exists: 'Otra cuenta ya tiene este nombre.',
    last_admin_key:
      'No quedaría nadie con el rol Administración que pueda entrar. Dé primero ese rol a otra persona.',
    email_in_use: 'Otra persona de esta cuenta tiene esta dirección de correo.',
    publishing_off: 'No se envía nada a este sitio, porque está desactivado. Actívalo primero.',
    email_not_set_up:
      'Este servicio no envía correos. La administración los configura en los ajustes; o entregue el enlace usted.',
    secrets_key_missing:
      'Este servicio no tiene clave para guardar una contraseña. Pida a quien lo administra que defina SECRETS_KEY.',
    person_without_email:
      'Esta persona no tiene dirección de correo. Escríbala primero, o entregue el enlace usted.',
    wrong_code:
      'Este código es incorrecto, ya se usó, tiene más de 10 minutos o se pidió en otro navegador. Después de 5 códigos incorrectos, pida otro.',
    not_signed_in: 'La sesión terminó. Inicie sesión de nuevo.',
    key_already_rotated:
      'Esta clave ya fue reemplazada, o la anterior todavía es válida. Revoque una de las dos primero.',
    secret_already_issued:
      'La clave ya fue creada y su secreto ya se envió. Si se perdió, revoque la clave y cree otra.',
    idempotency_key_in_use: 'Esto todavía se está guardando. Inténtelo de nuevo en un momento.',
    idempotency_key_reused: 'Este formulario ya se envió con otros datos. Ciérrelo y ábralo de nuevo.',
    link_expired: 'Este enlace ya se usó o es demasiado antiguo. Pida otro.',
    precondition_failed: 'Otra persona lo cambió entretanto. Revise los datos nuevos e inténtelo de nuevo.',
    payload_too_large: 'El archivo o el texto es demasiado grande.',
    unsupported_media_type: 'El servicio no acepta este tipo de archivo.',
    rate_limit_exceeded: 'Demasiado a la vez. Inténtelo de nuevo en un momento.',
    api_key_banned: 'Demasiado a la vez. Inténtelo de nuevo en unos minutos.',
    too_many_followers: 'Demasiado a la vez. Inténtelo de nuevo en unos minutos.',
    internal_error: 'Ocurrió un error interno. El registro del servicio tiene los detalles.',
    service_unavailable:
      'El servicio está sobrecargado o no puede leer sus datos. Inténtelo de nuevo en un momento.',
    result_unknown:
      'El servicio no confirmó el cambio: puede estar guardado o no. Compruébelo antes de intentarlo de nuevo.',
    storage_full:
      'Las fotos de esta cuenta ocupan todo su espacio. Elimine algunas, o pida más a quien opera el servicio.',
    malformed_json: 'Los datos llegaron dañados. Inténtelo de nuevo.',
    method_not_allowed: 'El servicio no permite hacer esto aquí.',
    operation_removed: 'Esta versión del servicio ya no ofrece esta función. Vuelva a cargar la consola.',
    events_expired: 'Los cambios más antiguos ya no se conservan. Vuelva a cargar la página.',
    expectation_failed: 'Esto no se pudo enviar así. Inténtelo de nuevo.',
    headers_too_large: 'La búsqueda es demasiado larga. Acórtela.',
  },
  fr: {
    invalid_body: 'Ceci ne peut pas être enregistré tel quel. Vérifiez votre saisie et réessayez.',
    invalid_parameter: 'Ce filtre ne peut pas être utilisé. Modifiez-le et réessayez.',
    invalid_mapping:
      'Le fichier ne peut pas être importé ainsi. Vérifiez vos réponses, ou choisissez à nouveau le fichier.',
    invalid_image: 'Cette image ne peut pas être utilisée. Choisissez une photo JPEG, PNG, WebP ou AVIF.',
    missing_api_key: 'La clé d’API manque.',
    invalid_api_key:
      'La clé d’API est inconnue, révoquée ou expirée, ou son compte est désactivé. Vérifiez-la, ou demandez-en une autre à la personne qui gère le service.',
    insufficient_role: 'Votre rôle ne le permet pas. Demandez un autre rôle à l’administration.',
    origin_not_allowed: 'Cette clé ne sert qu’aux pages d’un autre site web.',
    operation_not_allowed: 'Cette clé est faite pour les pages web et ne peut que lire les animaux.',
    not_owner:
      'Seul le compte qui a ajouté cet animal, ou une personne avec le rôle Gestion, peut le modifier ou le supprimer.',
    pet_not_found: 'Cet animal n’existe pas ou a été supprimé.',
    site_not_found: 'Ce site n’existe pas, ou il ne reçoit pas ce fichier.',
    application_not_found: 'Cette demande n’existe pas, ou ses données ont été effacées.',
    applications_closed:
      'Les demandes ne sont pas acceptées pour le moment. Ce réglage est à la page Questions.',
    too_many_applications: 'Trop de demandes sont arrivées aujourd’hui. Réessayez demain.',
    too_many_messages: 'Cette demande a le maximum de messages et de notes.',
    order_not_found: 'Cette réservation n’existe pas, ou vous ne pouvez pas la voir.',
    photo_not_found: 'Cette photo n’existe plus.',
    partner_not_found: 'Ce partenaire n’existe plus.',
    too_many_partners: 'Supprimez-en un d’abord.',
    webhook_not_found: 'Ce webhook n’existe plus.',
    delivery_not_found: 'Ce message n’est plus conservé.',
    too_many_webhooks: 'Ce compte a le nombre maximal de webhooks. Supprimez-en un d’abord.',
    webhook_orphaned: 'Ce webhook n’appartient plus à personne. Reprenez-le d’abord.',
    movement_not_found: 'Cette entrée n’existe plus.',
    import_not_found:
      'Cette importation n’existe plus. Elle est conservée 7 jours, et un aperçu une heure : choisissez à nouveau le fichier.',
    account_not_found: 'Ce compte n’existe pas.',
    key_not_found: 'Cette clé n’existe pas.',
    route_not_found: 'Le service ne connaît pas cette adresse.',
    request_timeout: 'Les données ne sont pas arrivées à temps. Vérifiez la connexion et réessayez.',
    pet_not_available: 'Cet animal ne peut pas être réservé maintenant : il l’est déjà, ou il a été adopté.',
    bond_conflict:
      'Ces animaux ne peuvent pas aller ensemble maintenant, par exemple parce que l’un a une réservation ou va déjà avec d’autres.',
    merge_conflict:
      'Ces fiches ne peuvent pas être fusionnées maintenant, par exemple parce que les deux animaux ont une réservation. Concluez-en ou annulez-en une d’abord.',
    invalid_transition:
      'Ce changement de statut n’est pas possible maintenant, par exemple parce que l’animal a une réservation. Vérifiez le statut actuel.',
    setting_fixed: 'La personne qui gère le service a fixé ce réglage ; il ne peut pas être modifié ici.',
    too_many_open_orders: 'Trop de réservations sont ouvertes. Concluez-en ou annulez-en une d’abord.',
    too_many_photos: 'Cet animal a le nombre maximal de photos. Supprimez-en une d’abord.',
    limit_reached: 'Cette liste a toutes les entrées possibles. Supprimez ce qui n’est plus utile.',
    account_exists: 'Un autre compte porte déjà ce nom.',
    last_admin_key:
      'Plus personne avec le rôle Administration ne pourrait se connecter. Donnez d’abord ce rôle à une autre personne.',
    passkey_not_found: 'Cette clé d’accès a déjà été supprimée.',
    passkey_refused:
      'Cette clé d’accès ne peut pas être utilisée ici. Elle a peut-être été supprimée. Connectez-vous autrement et ajoutez-la à nouveau.',
    passkeys_not_offered:
      'Les navigateurs ne proposent pas de clés d’accès à cette adresse. Ouvrez la console à sa propre adresse, avec HTTPS.',
    sign_in_expired: 'La connexion a pris trop de temps. Recommencez.',
    provider_unavailable:
      'Le fournisseur ne répond pas pour le moment. Réessayez plus tard, ou connectez-vous autrement.',
    publishing_off: 'Rien n’est envoyé à ce site, parce qu’il est désactivé. Activez-le d’abord.',
    email_not_set_up:
      'Ce service n’envoie pas d’e-mails. L’administration les configure dans les réglages ; ou transmettez le lien vous-même.',
    secrets_key_missing:
      'Ce service n’a pas de clé pour enregistrer un mot de passe. Demandez à la personne qui l’exploite de définir SECRETS_KEY.',
    person_without_email:
      'Cette personne n’a pas d’adresse e-mail. Saisissez-en une d’abord, ou transmettez le lien vous-même.',
    wrong_code:
      'Ce code n’est pas valable : il est faux, trop ancien, déjà utilisé ou demandé dans un autre navigateur. Vérifiez-le ou demandez-en un autre.',
    email_in_use: 'Une autre personne de ce compte a cette adresse e-mail.',
    not_signed_in: 'Vous n’êtes plus connecté. Connectez-vous à nouveau.',
    person_not_found: 'Cette personne n’existe plus.',
    device_not_found: 'Cet appareil est déjà déconnecté.',
    key_already_rotated:
      'Cette clé a déjà été remplacée, ou la précédente est encore valable. Révoquez d’abord l’une des deux.',
    secret_already_issued:
      'La clé a déjà été créée et son secret envoyé. S’il est perdu, révoquez la clé et créez-en une autre.',
    idempotency_key_in_use: 'L’enregistrement est encore en cours. Réessayez dans un instant.',
    idempotency_key_reused:
      'Ce formulaire a déjà été envoyé avec d’autres données. Fermez-le et ouvrez-le à nouveau.',
    link_expired: 'Ce lien a déjà été utilisé ou est trop ancien. Demandez-en un autre.',
    precondition_failed:
      'Une autre personne l’a modifié entre-temps. Vérifiez les nouvelles données et réessayez.',
    payload_too_large: 'Le fichier ou le texte est trop grand.',
    unsupported_media_type: 'Le service n’accepte pas ce type de fichier.',
    rate_limit_exceeded: 'Trop de choses à la fois. Réessayez dans un instant.',
    api_key_banned: 'Trop de choses à la fois. Réessayez dans quelques minutes.',
    too_many_followers: 'Trop de choses à la fois. Réessayez dans quelques minutes.',
    internal_error: 'Une erreur interne s’est produite. Le journal du service contient les détails.',
    service_unavailable:
      'Le service est surchargé ou ne peut pas lire ses données. Réessayez dans un instant.',
    result_unknown:
      'Le service n’a pas confirmé la modification : elle est peut-être enregistrée, ou non. Vérifiez avant de réessayer.',
    storage_full:
      'Les photos de ce compte occupent tout son espace. Supprimez-en, ou demandez plus d’espace à la personne qui gère le service.',
    malformed_json: 'Les données sont arrivées endommagées. Réessayez.',
    method_not_allowed: 'Le service ne permet pas cela ici.',
    operation_removed: 'Cette version du service n’offre plus cette fonction. Rechargez la console.',
    events_expired: 'Les modifications plus anciennes ne sont plus conservées. Rechargez la page.',
    expectation_failed: 'Ceci ne peut pas être envoyé ainsi. Réessayez.',
    headers_too_large: 'La recherche est trop longue. Raccourcissez-la.',
  },
  de: {
    invalid_body:
      'So lässt sich das nicht speichern. Prüfen Sie Ihre Eingaben und versuchen Sie es noch einmal.',
    invalid_parameter:
      'Dieser Filter lässt sich nicht verwenden. Ändern Sie ihn und versuchen Sie es noch einmal.',
    invalid_mapping:
      'So lässt sich die Datei nicht importieren. Prüfen Sie Ihre Antworten oder wählen Sie die Datei noch einmal aus.',
    invalid_image:
      'Dieses Bild lässt sich nicht verwenden. Wählen Sie ein Foto als JPEG, PNG, WebP oder AVIF.',
    missing_api_key: 'Der API-Schlüssel fehlt.',
    invalid_api_key:
      'Der API-Schlüssel ist unbekannt, widerrufen oder abgelaufen, oder sein Konto ist deaktiviert. Prüfen Sie ihn oder bitten Sie die Person, die den Dienst betreibt, um einen anderen.',
    insufficient_role: 'Ihre Rolle erlaubt das nicht. Bitten Sie die Administration um eine andere Rolle.',
    origin_not_allowed: 'Dieser Schlüssel gilt nur für die Seiten einer anderen Website.',
    operation_not_allowed: 'Dieser Schlüssel ist für Webseiten und kann die Tiere nur lesen.',
    not_owner:
      'Nur das Konto, das dieses Tier hinzugefügt hat, oder jemand mit der Rolle Leitung kann es ändern oder entfernen.',
    pet_not_found: 'Dieses Tier gibt es nicht, oder es wurde entfernt.',
    site_not_found: 'Diese Website gibt es nicht, oder sie bekommt keine solche Datei.',
    application_not_found: 'Diese Anfrage gibt es nicht, oder ihre Daten wurden gelöscht.',
    applications_closed: 'Zurzeit werden keine Anfragen angenommen. Der Schalter ist auf der Seite Fragen.',
    too_many_applications: 'Heute sind zu viele Anfragen eingegangen. Versuchen Sie es morgen noch einmal.',
    too_many_messages: 'Diese Anfrage hat die größte Zahl von Nachrichten und Notizen.',
    order_not_found: 'Diese Reservierung gibt es nicht, oder Sie dürfen sie nicht sehen.',
    photo_not_found: 'Dieses Foto gibt es nicht mehr.',
    partner_not_found: 'Diesen Partner gibt es nicht mehr.',
    too_many_partners: 'Entfernen Sie zuerst einen.',
    webhook_not_found: 'Diesen Webhook gibt es nicht mehr.',
    delivery_not_found: 'Diese Nachricht ist nicht mehr gespeichert.',
    too_many_webhooks: 'Dieses Konto hat schon so viele Webhooks wie möglich. Entfernen Sie zuerst einen.',
    webhook_orphaned: 'Dieser Webhook gehört niemandem mehr. Übernehmen Sie ihn zuerst.',
    movement_not_found: 'Diesen Eintrag gibt es nicht mehr.',
    import_not_found:
      'Diesen Import gibt es nicht mehr. Er bleibt 7 Tage gespeichert, eine Vorschau eine Stunde: Wählen Sie die Datei noch einmal aus.',
    account_not_found: 'Dieses Konto gibt es nicht.',
    key_not_found: 'Diesen Schlüssel gibt es nicht.',
    route_not_found: 'Der Dienst kennt diese Adresse nicht.',
    request_timeout:
      'Die Daten sind nicht rechtzeitig angekommen. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    pet_not_available:
      'Dieses Tier lässt sich jetzt nicht reservieren: Es ist schon reserviert, oder es wurde vermittelt.',
    bond_conflict:
      'Diese Tiere können jetzt nicht zusammengehören, zum Beispiel weil eines reserviert ist oder zu anderen gehört.',
    merge_conflict:
      'Diese Einträge lassen sich jetzt nicht zusammenführen, zum Beispiel weil beide Tiere eine Reservierung haben. Schließen Sie zuerst eine ab oder sagen Sie eine ab.',
    invalid_transition:
      'Dieser Wechsel des Status ist jetzt nicht möglich, zum Beispiel weil das Tier eine Reservierung hat. Prüfen Sie den jetzigen Status.',
    setting_fixed:
      'Wer den Dienst betreibt, hat diese Einstellung festgelegt; hier lässt sie sich nicht ändern.',
    too_many_open_orders:
      'Zu viele Reservierungen sind offen. Schließen Sie zuerst eine ab oder sagen Sie eine ab.',
    too_many_photos: 'Dieses Tier hat schon so viele Fotos wie möglich. Entfernen Sie zuerst eines.',
    limit_reached:
      'Diese Liste hat schon so viele Einträge wie möglich. Entfernen Sie, was nicht mehr gebraucht wird.',
    account_exists: 'Ein anderes Konto hat schon diesen Namen.',
    last_admin_key:
      'Niemand mit der Rolle Administration könnte sich noch anmelden. Geben Sie diese Rolle zuerst einer anderen Person.',
    passkey_not_found: 'Dieser Passkey wurde schon entfernt.',
    passkey_refused:
      'Dieser Passkey lässt sich hier nicht verwenden. Vielleicht wurde er entfernt. Melden Sie sich anders an und fügen Sie ihn wieder hinzu.',
    passkeys_not_offered:
      'Browser bieten unter dieser Adresse keine Passkeys an. Öffnen Sie die Konsole unter ihrer eigenen Adresse mit HTTPS.',
    sign_in_expired: 'Das Anmelden hat zu lange gedauert. Beginnen Sie noch einmal.',
    provider_unavailable:
      'Der Anbieter antwortet im Moment nicht. Versuchen Sie es später noch einmal oder melden Sie sich anders an.',
    publishing_off:
      'An diese Website wird nichts gesendet, weil sie ausgeschaltet ist. Schalte sie zuerst ein.',
    email_not_set_up:
      'Dieser Dienst sendet keine E-Mails. Die Administration richtet sie in den Einstellungen ein; oder geben Sie den Link selbst weiter.',
    secrets_key_missing:
      'Dieser Dienst hat keinen Schlüssel, um ein Passwort zu speichern. Bitten Sie die Betreiberin oder den Betreiber, SECRETS_KEY zu setzen.',
    person_without_email:
      'Diese Person hat keine E-Mail-Adresse. Geben Sie zuerst eine ein oder geben Sie den Link selbst weiter.',
    wrong_code:
      'Dieser Code gilt nicht: Er ist falsch, zu alt, schon verwendet oder in einem anderen Browser angefordert. Prüfen Sie ihn oder fordern Sie einen anderen an.',
    email_in_use: 'Eine andere Person dieses Kontos hat diese E-Mail-Adresse.',
    not_signed_in: 'Sie sind nicht mehr angemeldet. Melden Sie sich wieder an.',
    person_not_found: 'Diese Person gibt es nicht mehr.',
    device_not_found: 'Dieses Gerät ist schon abgemeldet.',
    key_already_rotated:
      'Dieser Schlüssel wurde schon ersetzt, oder der vorige gilt noch. Widerrufen Sie zuerst einen der beiden.',
    secret_already_issued:
      'Der Schlüssel wurde schon erstellt und gesendet. Wenn er verloren ist, widerrufen Sie ihn und erstellen Sie einen anderen.',
    idempotency_key_in_use: 'Das wird noch gespeichert. Versuchen Sie es gleich noch einmal.',
    idempotency_key_reused:
      'Dieses Formular wurde schon mit anderen Angaben gesendet. Schließen Sie es und öffnen Sie es wieder.',
    link_expired: 'Dieser Link wurde schon verwendet oder ist zu alt. Bitten Sie um einen anderen.',
    precondition_failed:
      'Jemand anderes hat es inzwischen geändert. Prüfen Sie den neuen Stand und versuchen Sie es noch einmal.',
    payload_too_large: 'Die Datei oder der Text ist zu groß.',
    unsupported_media_type: 'Der Dienst nimmt diese Art von Datei nicht an.',
    rate_limit_exceeded: 'Zu viel auf einmal. Versuchen Sie es gleich noch einmal.',
    api_key_banned: 'Zu viel auf einmal. Versuchen Sie es in einigen Minuten noch einmal.',
    too_many_followers: 'Zu viel auf einmal. Versuchen Sie es in einigen Minuten noch einmal.',
    internal_error: 'Ein interner Fehler ist aufgetreten. Das Protokoll des Dienstes hat die Einzelheiten.',
    service_unavailable:
      'Der Dienst ist überlastet oder kann seine Daten nicht lesen. Versuchen Sie es gleich noch einmal.',
    result_unknown:
      'Der Dienst hat die Änderung nicht bestätigt: Sie ist vielleicht gespeichert, vielleicht nicht. Sehen Sie nach, bevor Sie es noch einmal versuchen.',
    storage_full:
      'Die Fotos dieses Kontos füllen seinen ganzen Platz. Entfernen Sie einige oder bitten Sie die Person, die den Dienst betreibt, um mehr.',
    malformed_json: 'Die Daten sind beschädigt angekommen. Versuchen Sie es noch einmal.',
    method_not_allowed: 'Der Dienst erlaubt das hier nicht.',
    operation_removed: 'Diese Version des Dienstes bietet das nicht mehr. Laden Sie die Konsole neu.',
    events_expired: 'Ältere Änderungen sind nicht mehr gespeichert. Laden Sie die Seite neu.',
    expectation_failed: 'So lässt sich das nicht senden. Versuchen Sie es noch einmal.',
    headers_too_large: 'Die Suche ist zu lang. Kürzen Sie sie.',
  },
});
