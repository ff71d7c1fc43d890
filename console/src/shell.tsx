import { ChangeNotices } from './animals/changes/change-notices.tsx';
import { CurrentPage } from './current-page.tsx';
import { Header } from './navigation/header.tsx';
import { ConnectionBanner } from './session/connection-banner.tsx';
import { useFeed } from './session/use-feed.ts';
import { useRoute } from './use-route.ts';

/** The frame of every page: the header with the navigation, the connection banner and the notices. */
export function Shell({ onSignOut }: { onSignOut(): void }) {
  const route = useRoute();
  useFeed();
  return (
    <>
      <Header route={route} onSignOut={onSignOut} />
      <CurrentPage route={route} />
      <ConnectionBanner />
      <ChangeNotices />
    </>
  );
}
