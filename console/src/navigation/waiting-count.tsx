import { useQuery } from '@tanstack/react-query';
import { waitingCount } from '../queries/waiting-count-query.ts';
import { useMayManage, useSession } from '../session/use-session.ts';
import { countText } from '../ui/local-text.ts';
import { TEXTS } from './navigation-texts.ts';

/** The number of applications that wait for an answer, beside the link to them. */
export function WaitingCount() {
  const { petstore } = useSession();
  // Known only after the first page of data, which has priority.
  const mayManage = useMayManage();
  const { data } = useQuery({ ...waitingCount(petstore), enabled: mayManage });
  if (data === undefined || data.count === 0) return null;
  return (
    <span className="waiting-count">
      {countText(data)}
      <span className="visually-hidden"> {TEXTS.waiting}</span>
    </span>
  );
}
