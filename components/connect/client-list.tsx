'use client';

import { RadioGroup } from 'radix-ui';
import { CLIENTS, type Client } from '#components/connect/client-literals';
import { connectClient as t } from '#components/strings/connect-client';

/** The clients, one line each; two columns where the list is above the steps. */
export function ClientList({ value, onChange }: { value: Client; onChange: (client: Client) => void }) {
  return (
    <RadioGroup.Root
      aria-label={t.clients}
      value={value}
      onValueChange={(next) => {
        const client = CLIENTS.find((each) => each === next);
        if (client) onChange(client);
      }}
      className="grid grid-cols-2 gap-px bg-line-soft sm:grid-cols-3 lg:grid-cols-1"
    >
      {CLIENTS.map((client) => {
        const { name, kind } = t.clientList[client];
        return (
          <RadioGroup.Item
            key={client}
            value={client}
            className="flex min-h-9 flex-wrap items-baseline content-center justify-between gap-x-3 bg-surface px-4 py-1.5 text-start hover:bg-hover focus-visible:z-10 focus-visible:-outline-offset-2 data-[state=checked]:bg-selected data-[state=checked]:font-medium data-[state=checked]:shadow-[inset_2px_0_0_var(--accent)] rtl:data-[state=checked]:shadow-[inset_-2px_0_0_var(--accent)] phone:min-h-11"
          >
            <span>{name}</span>
            <span className="font-normal text-12 text-faint">{kind}</span>
          </RadioGroup.Item>
        );
      })}
      {/* Completes the last row of two or three columns. */}
      <span aria-hidden className="bg-surface lg:hidden" />
    </RadioGroup.Root>
  );
}
