import type { PublishingRun } from '@petstore/client';
import { inLanguage } from './in-language.ts';

type Reason = NonNullable<PublishingRun['reason']>;

/** Why a run to a listing site failed, or what it asks, and what to do about it. */
export const RUN_TEXTS = inLanguage({
  en: {
    /** The name of a site, and one of the reasons. */
    line: (site: string, reason: string) => `${site}: ${reason}`,
    unknown: 'The animals could not be sent. It is tried again.',
    reasons: {
      first_upload:
        'The first upload replaces everything that the site has of your shelter. Look at the file, then confirm.',
      sudden_drop:
        'More than half of the animals would disappear. Look at the file, then confirm; after 24 hours it is sent.',
      not_set_up: 'The host, the user or the password is missing.',
      password_unreadable: 'The stored password cannot be read any more. Set it again.',
      host_not_found: 'The host was not found. Check its name.',
      address_not_allowed: 'The host is not on the public internet. Check its name.',
      not_reached: 'No connection was possible. Check the host and the port; it is tried again.',
      no_tls: 'The site offers no encryption on this port. Ask the site for the right settings.',
      certificate_not_trusted: 'The certificate of the site is not trusted. Check the host.',
      unavailable: 'The site takes no more connections at the moment. It is tried again.',
      wrong_password: 'The site refused the user or the password. Set both as the site has given them.',
      no_passive_mode: 'The site refused the connection for the files. Ask whether it offers passive FTP.',
      refused: 'The site refused to store a file. Ask whether this user may write there.',
      disk_full: 'The site could not store a file; perhaps there is no space. Ask the site.',
      cut_off: 'The connection ended in the middle. The site has what it had before; it is tried again.',
      too_slow: 'The site did not answer in time. It has what it had before; it is tried again.',
      too_large: 'The files are too large for one upload.',
      turned_off: 'The site was turned off before everything was sent.',
      interrupted: 'The service ended several times meanwhile. Ask its operator.',
      service_fault: 'The files could not be made. Ask the operator of the service; it is tried again.',
    } as Readonly<Record<Reason, string>>,
  },
  es: {
    line: (site, reason) => `${site}: ${reason}`,
    unknown: 'No se pudieron enviar los animales. Se intenta de nuevo.',
    reasons: {
      first_upload:
        'El primer envío reemplaza todo lo que el sitio tiene de su refugio. Revise el archivo y luego confirme.',
      sudden_drop:
        'Desaparecería más de la mitad de los animales. Revise el archivo y luego confirme; después de 24 horas se envía.',
      not_set_up: 'Falta el servidor, el usuario o la contraseña.',
      password_unreadable: 'La contraseña guardada ya no se puede leer. Escríbala de nuevo.',
      host_not_found: 'No se encontró el servidor. Revise su nombre.',
      address_not_allowed: 'El servidor no está en la internet pública. Revise su nombre.',
      not_reached: 'No fue posible conectarse. Revise el servidor y el puerto; se intenta de nuevo.',
      no_tls: 'El sitio no ofrece cifrado en este puerto. Pida al sitio los datos correctos.',
      certificate_not_trusted: 'El certificado del sitio no es de confianza. Revise el servidor.',
      unavailable: 'El sitio no acepta más conexiones por ahora. Se intenta de nuevo.',
      wrong_password:
        'El sitio rechazó el usuario o la contraseña. Escriba los dos tal como se los dio el sitio.',
      no_passive_mode:
        'El sitio rechazó la conexión para los archivos. Pregunte si ofrece FTP en modo pasivo.',
      refused: 'El sitio no quiso guardar un archivo. Pregunte si este usuario puede escribir allí.',
      disk_full: 'El sitio no pudo guardar un archivo; quizá no queda espacio. Pregunte al sitio.',
      cut_off: 'La conexión se cortó. El sitio tiene lo que tenía antes; se intenta de nuevo.',
      too_slow: 'El sitio no respondió a tiempo. Tiene lo que tenía antes; se intenta de nuevo.',
      too_large: 'Los archivos son demasiado grandes para un envío.',
      turned_off: 'El sitio se desactivó antes de enviarlo todo.',
      interrupted: 'El servicio se cerró varias veces mientras tanto. Pregunte a su operador.',
      service_fault:
        'No se pudieron crear los archivos. Pregunte al operador del servicio; se intenta de nuevo.',
    },
  },
  fr: {
    line: (site, reason) => `${site} : ${reason}`,
    unknown: 'Les animaux n’ont pas pu être envoyés. Un nouvel essai suit.',
    reasons: {
      first_upload:
        'Le premier envoi remplace tout ce que le site a de votre refuge. Regardez le fichier, puis confirmez.',
      sudden_drop:
        'Plus de la moitié des animaux disparaîtrait. Regardez le fichier, puis confirmez ; après 24 heures, il est envoyé.',
      not_set_up: 'Il manque le serveur, l’utilisateur ou le mot de passe.',
      password_unreadable: 'Le mot de passe enregistré n’est plus lisible. Saisissez-le de nouveau.',
      host_not_found: 'Le serveur est introuvable. Vérifiez son nom.',
      address_not_allowed: 'Le serveur n’est pas sur l’internet public. Vérifiez son nom.',
      not_reached: 'Aucune connexion possible. Vérifiez le serveur et le port ; un nouvel essai suit.',
      no_tls: 'Le site n’offre pas de chiffrement sur ce port. Demandez les bons réglages au site.',
      certificate_not_trusted: 'Le certificat du site n’est pas fiable. Vérifiez le serveur.',
      unavailable: 'Le site n’accepte plus de connexions pour le moment. Un nouvel essai suit.',
      wrong_password:
        'Le site a refusé l’utilisateur ou le mot de passe. Saisissez les deux comme le site les a donnés.',
      no_passive_mode:
        'Le site a refusé la connexion pour les fichiers. Demandez s’il offre le FTP en mode passif.',
      refused: 'Le site a refusé un fichier. Demandez si cet utilisateur peut y écrire.',
      disk_full:
        'Le site n’a pas pu enregistrer un fichier ; il n’a peut-être plus de place. Demandez au site.',
      cut_off: 'La connexion a été coupée. Le site garde ce qu’il avait ; un nouvel essai suit.',
      too_slow: 'Le site n’a pas répondu à temps. Il garde ce qu’il avait ; un nouvel essai suit.',
      too_large: 'Les fichiers sont trop grands pour un envoi.',
      turned_off: 'Le site a été désactivé avant la fin de l’envoi.',
      interrupted: 'Le service s’est arrêté plusieurs fois entre-temps. Demandez à son exploitant.',
      service_fault:
        'Les fichiers n’ont pas pu être créés. Demandez à l’exploitant du service ; un nouvel essai suit.',
    },
  },
  de: {
    line: (site, reason) => `${site}: ${reason}`,
    unknown: 'Die Tiere konnten nicht gesendet werden. Es wird wieder versucht.',
    reasons: {
      first_upload:
        'Der erste Versand ersetzt alles, was das Portal von Ihrem Tierheim hat. Sehen Sie die Datei an und bestätigen Sie dann.',
      sudden_drop:
        'Mehr als die Hälfte der Tiere würde verschwinden. Sehen Sie die Datei an und bestätigen Sie dann; nach 24 Stunden wird sie gesendet.',
      not_set_up: 'Der Server, der Benutzer oder das Passwort fehlt.',
      password_unreadable: 'Das gespeicherte Passwort ist nicht mehr lesbar. Geben Sie es noch einmal ein.',
      host_not_found: 'Der Server wurde nicht gefunden. Prüfen Sie seinen Namen.',
      address_not_allowed: 'Der Server ist nicht im öffentlichen Internet. Prüfen Sie seinen Namen.',
      not_reached: 'Keine Verbindung möglich. Prüfen Sie Server und Port; es wird wieder versucht.',
      no_tls:
        'Das Portal bietet an diesem Port keine Verschlüsselung. Fragen Sie es nach den richtigen Angaben.',
      certificate_not_trusted: 'Dem Zertifikat des Portals ist nicht zu trauen. Prüfen Sie den Server.',
      unavailable: 'Das Portal nimmt gerade keine Verbindungen mehr an. Es wird wieder versucht.',
      wrong_password:
        'Das Portal hat Benutzer oder Passwort abgelehnt. Geben Sie beide so ein, wie Sie sie von ihm haben.',
      no_passive_mode:
        'Das Portal hat die Verbindung für die Dateien abgelehnt. Fragen Sie, ob es passives FTP anbietet.',
      refused: 'Das Portal hat eine Datei abgelehnt. Fragen Sie, ob dieser Benutzer dort schreiben darf.',
      disk_full:
        'Das Portal konnte eine Datei nicht speichern; vielleicht fehlt der Platz. Fragen Sie das Portal.',
      cut_off: 'Die Verbindung brach ab. Das Portal hat noch, was es hatte; es wird wieder versucht.',
      too_slow:
        'Das Portal antwortete nicht rechtzeitig. Es hat noch, was es hatte; es wird wieder versucht.',
      too_large: 'Die Dateien sind für einen Versand zu groß.',
      turned_off: 'Das Portal wurde ausgeschaltet, bevor alles gesendet war.',
      interrupted: 'Der Dienst endete inzwischen mehrmals. Fragen Sie seinen Betreiber.',
      service_fault:
        'Die Dateien konnten nicht erstellt werden. Fragen Sie den Betreiber des Dienstes; es wird wieder versucht.',
    },
  },
});
