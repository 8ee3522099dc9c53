import type { Metadata } from 'next';
import styles from '#app/message.module.css';
import { Frame } from '#components/shell/frame';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <Frame>
      <div className={styles.message}>
        <h1>There is no page at this address</h1>
        <p>
          The addresses of the API are listed in the <a href="/docs">reference</a>; what this server is stands on its{' '}
          <a href="/">first page</a>.
        </p>
      </div>
    </Frame>
  );
}
