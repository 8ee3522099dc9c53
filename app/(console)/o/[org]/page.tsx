import { redirect } from 'next/navigation';
import { homePath } from '#components/shell/paths';

export default async function Page({ params }: { params: Promise<{ org: string }> }) {
  redirect(homePath(decodeURIComponent((await params).org)));
}
