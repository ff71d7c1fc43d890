import { type ComponentType, type FunctionComponent, lazy, type ReactNode, useEffect, useState } from 'react';
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

/** Returns a page whose file is loaded when it is shown. Show it in a transition, which keeps the page before until then. */
export function whenOpened<Props extends object = object>(load: Load<Props>) {
  return lazy(() =>
    load().then(
      (loaded) => ({ default: loaded }),
      (): { default: ComponentType<Props> } => ({ default: PageNotLoaded }),
    ),
  );
}

/**
 * Returns a part of a page whose file is loaded when it is shown. The page stays if that fails. It is no `Suspense`, which would
 * show the part at the earliest 300 ms after its placeholder.
 *
 * @param placeholder what is shown until then.
 * @param NotLoaded what is shown if the file is missing: the service is not reachable, or has a newer console, whose files have other names.
 */
export function partWhenOpened<Props extends object>(
  load: Load<Props>,
  placeholder?: ReactNode,
  NotLoaded: FunctionComponent = PartNotLoaded,
) {
  let loaded: ComponentType<Props> | undefined;
  return function OpenedPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part !== undefined) return;
      load().then(
        (part) => {
          loaded = part;
          setPart(() => part);
        },
        () => setPart(() => NotLoaded),
      );
    }, [Part]);
    return Part === undefined ? placeholder : <Part {...props} />;
  };
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

export function PageNotLoaded() {
  return (
    <Page title={TEXTS.title}>
      <p role="alert">{TEXTS.reason}</p>
      <ReloadButton />
    </Page>
  );
}
