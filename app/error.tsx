'use client';

import styles from '#app/message.module.css';
import { Frame } from '#components/shell/frame';

/** A page that could not be made. Nothing that was stored is touched by that. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Frame>
      <div className={styles.message} role="alert">
        <h1>This page could not be shown</h1>
        <p>
          What is stored was not touched.{' '}
          {error.digest ? <>The log names it as {error.digest}.</> : 'Try again; if it stays, look into the log.'}
        </p>
        <button className={styles.again} type="button" onClick={reset}>
          Try again
        </button>
      </div>
    </Frame>
  );
}
