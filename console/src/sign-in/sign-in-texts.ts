import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    signInTitle: 'Sign in',
    purpose: 'The catalogue of animals that are looking for a home.',
    key: 'API key',
    hint: {
      before: 'It starts with',
      or: 'or',
      after:
        'Ask the operator of this service for one. The key is stored only in this tab, until you close it.',
    },
    signOut: 'Sign out',
    signIn: 'Sign in',
    signingIn: 'Signing in…',
    cancel: 'Cancel',
    notAKey: 'This is not an API key. Copy the whole key, without spaces.',
    again: 'What you see and what you typed stays as it is.',
    invitation:
      'Open your invitation on this device. If it was used already, ask the person who manages access at your shelter for another one.',
    withPasskey: 'Sign in with a passkey',
    withKey: 'Sign in with a key',
    withProvider: (name: string) => `Sign in with ${name}`,
    email: 'E-mail address',
    sendCode: 'Send me a code',
    codeSent: (email: string) =>
      `If someone here has the address ${email}, a code is on its way. It is valid for a few minutes.`,
    code: 'Code from the e-mail',
    otherAddress: 'Use another address',
    /** Why a return from the provider did not sign in. */
    problems: {
      sign_in_cancelled: 'You did not sign in with the provider. Try again, or sign in in another way.',
      provider_refused: 'The provider refused to sign you in. Try again, or sign in in another way.',
      account_unknown:
        'This account belongs to no one here yet. Open your invitation, and choose the provider there.',
      account_not_allowed:
        'Accounts of this organisation may not sign in here. Use your account at the shelter, or sign in in another way.',
      account_in_use: 'This account already belongs to someone else here. Use another one.',
      limit_reached: 'You can sign in with ten accounts at most. Use one of them.',
    } as Readonly<Record<string, string>>,
    didNotWork: 'This did not work. Try again, or sign in in another way.',
    noPasskey: 'No passkey was used. Try again, or sign in in another way.',
    plainHttp:
      'This address is not encrypted: others in the same network can read along, and a device stays signed in for 12 hours only. Ask the operator of the service for an address that begins with https.',
  },
  es: {
    signInTitle: 'Entrar',
    purpose: 'El catálogo de los animales que buscan un hogar.',
    key: 'Clave de API',
    hint: {
      before: 'Empieza con',
      or: 'o',
      after:
        'Pida una a quien opera este servicio. La clave se guarda solo en esta pestaña, hasta que usted la cierre.',
    },
    signOut: 'Salir',
    signIn: 'Entrar',
    signingIn: 'Entrando…',
    cancel: 'Cancelar',
    notAKey: 'Esto no es una clave de API. Copie la clave completa, sin espacios.',
    again: 'Lo que ve y lo que escribió queda como está.',
    invitation:
      'Abra su invitación en este dispositivo. Si ya se usó, pida otra a quien gestiona las personas de su refugio.',
    withPasskey: 'Entrar con una llave de acceso',
    withKey: 'Entrar con una clave',
    withProvider: (name) => `Entrar con ${name}`,
    email: 'Correo electrónico',
    sendCode: 'Enviarme un código',
    codeSent: (email) =>
      `Si alguien aquí tiene la dirección ${email}, un código está en camino. Vale unos minutos.`,
    code: 'Código del correo',
    otherAddress: 'Usar otra dirección',
    problems: {
      sign_in_cancelled: 'No entró con el proveedor. Inténtelo de nuevo, o entre de otra manera.',
      provider_refused: 'El proveedor no permitió entrar. Inténtelo de nuevo, o entre de otra manera.',
      account_unknown:
        'Esta cuenta todavía no es de nadie aquí. Abra su invitación y elija allí el proveedor.',
      account_not_allowed:
        'Las cuentas de esta organización no pueden entrar aquí. Use su cuenta del refugio, o entre de otra manera.',
      account_in_use: 'Esta cuenta ya es de otra persona aquí. Use otra.',
      limit_reached: 'Puede entrar con un máximo de diez cuentas. Use una de ellas.',
    },
    didNotWork: 'No funcionó. Inténtelo de nuevo, o entre de otra manera.',
    noPasskey: 'No se usó ninguna llave de acceso. Inténtelo de nuevo, o entre de otra manera.',
    plainHttp:
      'Esta dirección no está cifrada: otras personas en la misma red pueden leer lo que se envía, y la sesión de un dispositivo dura solo 12 horas. Pida a quien opera el servicio una dirección que empiece con https.',
  },
  fr: {
    signInTitle: 'Connexion',
    purpose: 'Le catalogue des animaux qui cherchent un foyer.',
    key: 'Clé d’API',
    hint: {
      before: 'Elle commence par',
      or: 'ou',
      after:
        'Demandez-en une à la personne qui gère ce service. La clé n’est conservée que dans cet onglet, jusqu’à sa fermeture.',
    },
    signOut: 'Se déconnecter',
    signIn: 'Se connecter',
    signingIn: 'Connexion…',
    cancel: 'Annuler',
    notAKey: 'Ce n’est pas une clé d’API. Copiez la clé entière, sans espaces.',
    again: 'Ce que vous voyez et ce que vous avez écrit reste tel quel.',
    invitation:
      'Ouvrez votre invitation sur cet appareil. Si elle a déjà servi, demandez-en une autre à la personne qui gère les accès de votre refuge.',
    withPasskey: 'Se connecter avec une clé d’accès',
    withKey: 'Se connecter avec une clé',
    withProvider: (name) => `Se connecter avec ${name}`,
    email: 'Adresse e-mail',
    sendCode: 'M’envoyer un code',
    codeSent: (email) =>
      `Si quelqu’un ici a l’adresse ${email}, un code est en route. Il est valable quelques minutes.`,
    code: 'Code reçu par e-mail',
    otherAddress: 'Utiliser une autre adresse',
    problems: {
      sign_in_cancelled:
        'Vous ne vous êtes pas connecté auprès du fournisseur. Réessayez, ou connectez-vous autrement.',
      provider_refused: 'Le fournisseur a refusé la connexion. Réessayez, ou connectez-vous autrement.',
      account_unknown:
        'Ce compte n’appartient encore à personne ici. Ouvrez votre invitation et choisissez-y le fournisseur.',
      account_not_allowed:
        'Les comptes de cette organisation ne peuvent pas se connecter ici. Utilisez votre compte du refuge, ou connectez-vous autrement.',
      account_in_use: 'Ce compte appartient déjà à une autre personne ici. Utilisez-en un autre.',
      limit_reached: 'Vous pouvez vous connecter avec dix comptes au plus. Utilisez l’un d’eux.',
    },
    didNotWork: 'Cela n’a pas fonctionné. Réessayez, ou connectez-vous autrement.',
    noPasskey: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous autrement.',
    plainHttp:
      'Cette adresse n’est pas chiffrée : d’autres personnes du même réseau peuvent lire ce qui est envoyé, et un appareil ne reste connecté que 12 heures. Demandez à la personne qui gère ce service une adresse qui commence par https.',
  },
  de: {
    signInTitle: 'Anmelden',
    purpose: 'Der Katalog der Tiere, die ein Zuhause suchen.',
    key: 'API-Schlüssel',
    hint: {
      before: 'Er beginnt mit',
      or: 'oder',
      after:
        'Sie bekommen ihn von der Person, die diesen Dienst betreibt. Der Schlüssel bleibt nur in diesem Tab, bis Sie ihn schließen.',
    },
    signOut: 'Abmelden',
    signIn: 'Anmelden',
    signingIn: 'Anmeldung läuft …',
    cancel: 'Abbrechen',
    notAKey: 'Das ist kein API-Schlüssel. Kopieren Sie den ganzen Schlüssel, ohne Leerzeichen.',
    again: 'Was Sie sehen und was Sie geschrieben haben, bleibt, wie es ist.',
    invitation:
      'Öffnen Sie Ihre Einladung auf diesem Gerät. Wenn sie schon benutzt wurde, bitten Sie die Person, die in Ihrem Tierheim die Zugänge verwaltet, um eine neue.',
    withPasskey: 'Mit einem Passkey anmelden',
    withKey: 'Mit einem Schlüssel anmelden',
    withProvider: (name) => `Mit ${name} anmelden`,
    email: 'E-Mail-Adresse',
    sendCode: 'Code schicken',
    codeSent: (email) =>
      `Wenn hier jemand die Adresse ${email} hat, ist ein Code unterwegs. Er gilt einige Minuten.`,
    code: 'Code aus der E-Mail',
    otherAddress: 'Andere Adresse verwenden',
    problems: {
      sign_in_cancelled:
        'Sie haben sich beim Anbieter nicht angemeldet. Versuchen Sie es noch einmal oder melden Sie sich anders an.',
      provider_refused:
        'Der Anbieter hat die Anmeldung verweigert. Versuchen Sie es noch einmal oder melden Sie sich anders an.',
      account_unknown:
        'Dieses Konto gehört hier noch niemandem. Öffnen Sie Ihre Einladung und wählen Sie dort den Anbieter.',
      account_not_allowed:
        'Konten dieser Organisation können sich hier nicht anmelden. Verwenden Sie Ihr Konto beim Tierheim oder melden Sie sich anders an.',
      account_in_use: 'Dieses Konto gehört hier schon einer anderen Person. Verwenden Sie ein anderes.',
      limit_reached: 'Sie können sich mit höchstens zehn Konten anmelden. Verwenden Sie eines davon.',
    },
    didNotWork:
      'Das hat nicht funktioniert. Versuchen Sie es noch einmal, oder melden Sie sich auf einem anderen Weg an.',
    noPasskey:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich auf einem anderen Weg an.',
    plainHttp:
      'Diese Adresse ist nicht verschlüsselt: Andere im selben Netz können mitlesen, und ein Gerät bleibt nur 12 Stunden angemeldet. Bitten Sie die Person, die diesen Dienst betreibt, um eine Adresse, die mit https beginnt.',
  },
});
