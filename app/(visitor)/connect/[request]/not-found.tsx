import { RequestOver } from '#components/connect/connect-page';

/** Also for a request that another browser has started. */
export default function NotFound() {
  return <RequestOver />;
}
