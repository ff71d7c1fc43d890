import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { inLanguage } from '../texts/in-language.ts';
import { Page } from './page.tsx';
import { ReloadButton } from './reload-button.tsx';

const TEXTS = inLanguage({
  en: {
    title: 'This page could not be loaded',
    part: 'This part of the page could not be loaded.',
    reason: 'The service cannot be reached, or it has a new version of the console.',
  },
  es: {
    title: 'No se pudo cargar esta página',
    part: 'No se pudo cargar esta parte de la página.',
    reason: 'No se puede conectar con el servicio, o hay una versión nueva de la consola.',
  },
  fr: {
    title: 'Cette page n’a pas pu être chargée',
    part: 'Cette partie de la page n’a pas pu être chargée.',
    reason: 'Le service est injoignable, ou il a une nouvelle version de la console.',
  },
  de: {
    title: 'Diese Seite konnte nicht geladen werden',
    part: 'Dieser Teil der Seite konnte nicht geladen werden.',
    reason: 'Der Dienst ist nicht erreichbar, oder er hat eine neue Version der Konsole.',
  },
});

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Returns a page whose file is loaded when it is shown. Put it into a `Suspense`. */
export function whenOpened<Props extends object = object>(load: Load<Props>) {
  return lazily(load, PageNotLoaded);
}

/**
 * Returns a part of a page whose file is loaded when it is shown. The page stays if that fails.
 *
 * @param placeholder what is shown until then.
 */
export function partWhenOpened<Props extends object>(load: Load<Props>, placeholder?: ReactNode) {
  const Part = lazily(load, PartNotLoaded);
  return function OpenedPart(props: Props) {
    return (
      <Suspense fallback={placeholder}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** The file is missing if the service is not reachable, or has a newer console, whose files have other names. */
function lazily<Props extends object>(load: Load<Props>, NotLoaded: () => ReactNode) {
  return lazy(() =>
    load().then(
      (loaded) => ({ default: loaded }),
      (): { default: ComponentType<Props> } => ({ default: NotLoaded }),
    ),
  );
}

function PartNotLoaded() {
  return (
    <div role="alert">
      <p>
        {TEXTS.part} {TEXTS.reason}
      </p>
      <ReloadButton />
    </div>
  );
}

function PageNotLoaded() {
  return (
    <Page title={TEXTS.title}>
      <p role="alert">{TEXTS.reason}</p>
      <ReloadButton />
    </Page>
  );
}
