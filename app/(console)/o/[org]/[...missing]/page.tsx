import { notFound } from 'next/navigation';

/** An unknown URL of the console, shown within its frame. */
export default function Page() {
  notFound();
}
