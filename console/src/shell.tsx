import { useEffect } from 'react';
import { ChangeNotices } from './animals/changes/change-notices.tsx';
import { CurrentPage } from './current-page.tsx';
import { Header } from './navigation/header.tsx';
import { hrefOf } from './route.ts';
import { ConnectionBanner } from './session/connection-banner.tsx';
import { useFeed } from './session/use-feed.ts';
import { useSettings } from './session/use-settings.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { useRoute } from './use-route.ts';

/** The frame of every page: the header with the navigation, the connection banner and the notices. */
export function Shell({ onSignOut }: { onSignOut(): Promise<void> }) {
  const { route, isLoaded, isLoading } = useRoute();
  useFeed();
  // Read once at the beginning, for all that shows days or amounts.
  useSettings();
  // The style sheet leaves room for the navigation of a phone.
  useEffect(() => {
    document.documentElement.classList.add('signed-in');
    return () => document.documentElement.classList.remove('signed-in');
  }, []);
  return (
    <>
      <Header route={route} onSignOut={onSignOut} />
      <ErrorBoundary at={hrefOf(route)}>
        {isLoaded ? <CurrentPage route={route} /> : <main id="content" aria-busy="true" />}
      </ErrorBoundary>
      <ConnectionBanner isLoading={isLoading} />
      <ChangeNotices />
    </>
  );
}
