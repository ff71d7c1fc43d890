import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    title: 'Welcome to Petstore',
    purpose: 'This link makes your first API key, which lets you manage everything. It works only once.',
    show: 'Make the key',
    key: 'key',
    keep: 'Copy the key to a safe place, such as a password manager. It is shown only now, and you need it to sign in again.',
    open: 'Open the console',
    signIn: 'Sign in with a key',
    unreachable: 'The service cannot be reached. Check the connection and try again.',
  },
  es: {
    title: 'Le damos la bienvenida a Petstore',
    purpose: 'Este enlace crea su primera clave de API, que permite administrar todo. Funciona una sola vez.',
    show: 'Crear la clave',
    key: 'la clave',
    keep: 'Copie la clave en un lugar seguro, como un gestor de contraseñas. Solo se muestra ahora, y la necesitará para volver a entrar.',
    open: 'Abrir la consola',
    signIn: 'Entrar con una clave',
    unreachable: 'No se puede conectar con el servicio. Revise la conexión e inténtelo de nuevo.',
  },
  fr: {
    title: 'Bienvenue dans Petstore',
    purpose: 'Ce lien crée votre première clé d’API, qui permet de tout gérer. Il ne fonctionne qu’une fois.',
    show: 'Créer la clé',
    key: 'la clé',
    keep: 'Copiez la clé dans un endroit sûr, comme un gestionnaire de mots de passe. Elle n’est affichée que maintenant, et vous en aurez besoin pour vous reconnecter.',
    open: 'Ouvrir la console',
    signIn: 'Se connecter avec une clé',
    unreachable: 'Le service est injoignable. Vérifiez la connexion et réessayez.',
  },
  de: {
    title: 'Willkommen bei Petstore',
    purpose:
      'Dieser Link erstellt Ihren ersten API-Schlüssel, mit dem Sie alles verwalten können. Er funktioniert nur einmal.',
    show: 'Schlüssel erstellen',
    key: 'Schlüssel',
    keep: 'Kopieren Sie den Schlüssel an einen sicheren Ort, zum Beispiel in einen Passwort-Manager. Er wird nur jetzt angezeigt, und Sie brauchen ihn, um sich wieder anzumelden.',
    open: 'Konsole öffnen',
    signIn: 'Mit einem Schlüssel anmelden',
    unreachable:
      'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  },
});
