import { type ComponentType, lazy } from 'react';
import { inLanguage } from '../texts/in-language.ts';
import { Page } from './page.tsx';
import { ReloadButton } from './reload-button.tsx';

const TEXTS = inLanguage({
  en: {
    title: 'This page could not be loaded',
    reason: 'The service cannot be reached, or it has a new version of the console.',
  },
  es: {
    title: 'No se pudo cargar esta página',
    reason: 'No se puede conectar con el servicio, o hay una versión nueva de la consola.',
  },
  fr: {
    title: 'Cette page n’a pas pu être chargée',
    reason: 'Le service est injoignable, ou il a une nouvelle version de la console.',
  },
  de: {
    title: 'Diese Seite konnte nicht geladen werden',
    reason: 'Der Dienst ist nicht erreichbar, oder er hat eine neue Version der Konsole.',
  },
});

/** Returns a component whose file is loaded when it is shown. Put it into a `Suspense`. */
export function whenOpened<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (page) => ({ default: page }),
      (): { default: ComponentType<Props> } => ({ default: NotLoaded }),
    ),
  );
}

/** The service is not reachable, or has a newer console, whose files have other names. */
function NotLoaded() {
  return (
    <Page title={TEXTS.title}>
      <p role="alert">{TEXTS.reason}</p>
      <ReloadButton />
    </Page>
  );
}
