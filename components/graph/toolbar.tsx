'use client';

import { ChevronDown, CircleHelp, PanelLeft, Redo2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { LAYOUTS, type LayoutName } from '#components/graph/acts';
import { COLORINGS, SIZINGS } from '#components/graph/draw/look';
import type { GraphFilters, SetGraphFilters } from '#components/graph/filters';
import { graph as t } from '#components/strings/graph';
import { ui } from '#components/strings/ui';
import { Button, IconButton } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#components/ui/menu';
import { KeyList } from '#components/ui/page';
import { Popover } from '#components/ui/popover';
import { GRAPH_MODES, type GraphMode } from '#lib/memory/graph/literals';

interface ToolbarProps {
  filters: GraphFilters;
  set: SetGraphFilters;
  onMode: (mode: GraphMode) => void;
  layout: LayoutName;
  onLayout: (name: LayoutName) => void;
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
  isPanelOpen: boolean;
  onPanel: () => void;
  search: ReactNode;
}

export function Toolbar({ filters, set, onMode, layout, onLayout, onUndo, onRedo, isPanelOpen, onPanel, search }: ToolbarProps) {
  return (
    <fieldset aria-label={t.view} className="flex min-w-0 flex-wrap items-center gap-2">
      <IconButton
        icon={PanelLeft}
        label={isPanelOpen ? t.panelClose : t.panelOpen}
        aria-expanded={isPanelOpen}
        onClick={onPanel}
        className="phone:hidden"
      />
      <Segment
        label={t.mode}
        value={filters.mode}
        onChange={onMode}
        choices={GRAPH_MODES.map((value) => ({ value, label: t.modes[value] }))}
      />
      {search}
      {/* On a phone, the tools are a separate row that scrolls horizontally. Undo stays visible above it. */}
      <div className="flex min-w-0 grow items-center gap-2 phone:-mx-4 phone:order-last phone:basis-full phone:overflow-x-auto phone:px-2 phone:[scrollbar-width:none]">
        <Choice label={t.layout} value={t.layoutShort[layout]}>
          {LAYOUTS.map((name) => (
            <MenuItem key={name} mark="radio" checked={name === layout} onSelect={() => onLayout(name)}>
              {t.layouts[name]}
            </MenuItem>
          ))}
        </Choice>
        <Choice label={t.color} value={t.colorsChosen[filters.color]}>
          {COLORINGS.map((color) => (
            <MenuItem key={color} mark="radio" checked={color === filters.color} onSelect={() => void set({ color })}>
              {t.colors[color]}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem mark="checkbox" checked={filters.hulls} onSelect={() => void set({ hulls: !filters.hulls })}>
            {t.hulls}
          </MenuItem>
        </Choice>
        <Choice label={t.size} value={t.sizesChosen[filters.size]}>
          {SIZINGS.map((size) => (
            <MenuItem key={size} mark="radio" checked={size === filters.size} onSelect={() => void set({ size })}>
              {t.sizes[size]}
            </MenuItem>
          ))}
        </Choice>
      </div>
      <div className="ms-auto flex items-center gap-1 phone:gap-0">
        <IconButton icon={Undo2} label={t.undo} aria-disabled={!onUndo || undefined} onClick={() => onUndo?.()} />
        <IconButton icon={Redo2} label={t.redo} aria-disabled={!onRedo || undefined} onClick={() => onRedo?.()} />
        <Popover label={t.help} align="end" trigger={<IconButton icon={CircleHelp} label={t.help} />}>
          <div className="grid gap-2 p-3">
            <p className="text-muted">{t.helpText}</p>
            <KeyList keys={t.keys} />
          </div>
        </Popover>
      </div>
    </fieldset>
  );
}

const Choice = ({ label, value, children }: { label: string; value: string; children: ReactNode }) => (
  <Menu
    label={label}
    align="start"
    trigger={
      <Button look="ghost">
        <span>{ui.labeled(label, value)}</span>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
      </Button>
    }
  >
    <MenuLabel>{label}</MenuLabel>
    {children}
  </Menu>
);
