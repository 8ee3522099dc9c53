import type { Metadata } from 'next';
import { Reference } from '#components/reference/reference';
import { Frame } from '#components/shell/frame';

export const metadata: Metadata = { title: 'API reference' };

export default function Page() {
  return (
    <Frame here="/docs">
      <Reference document="/openapi.json" />
    </Frame>
  );
}
