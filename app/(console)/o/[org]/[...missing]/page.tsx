import { notFound } from 'next/navigation';

/** An address of the console that is none: said inside its frame. */
export default function Page() {
  notFound();
}
