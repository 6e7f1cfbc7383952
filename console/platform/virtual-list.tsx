import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Cell } from './grid-cell.tsx'
import { type ListKeys, useListKeys } from './list-keys.ts'
import { Skeleton } from './skeleton.tsx'
import classes from './virtual-list.module.css'

type VirtualListProps<Item> = Pick<ListKeys, 'onOpen' | 'onToggle' | 'onExtend'> & {
  /** `Animals` */
  label: string
  /** How many rows there are, loaded or not. */
  count: number
  /** Undefined for a row that is not loaded yet, which is shown as a skeleton. */
  itemAt: (index: number) => Item | undefined
  /** Called with the visible rows, to load them. */
  onShown?: ((first: number, last: number) => void) | undefined
  isSelected?: ((item: Item) => boolean) | undefined
  /** The headings of the columns, each a `columnheader`. */
  head?: ReactNode
  /**
   * The cells of a row, each a `gridcell`. Pass the same function at every render, as rows are
   * memoized.
   */
  renderCells: (item: Item, index: number) => ReactNode
  /** The class of rows and head, which sets the widths of columns. */
  rowClass?: string | undefined
}

/**
 * Extra rows outside the viewport. With a screen 2,000 pixels high, at most 60 rows are in the
 * document.
 */
const OVERSCAN = 5
const COMFORTABLE_PX = 60

/**
 * A list of any length that renders only its visible rows. It scrolls with the page. The keyboard moves through it
 * (arrows, J and K, Home, End), opens (Enter) and selects (Space): see list-keys.ts.
 */
export const VirtualList = <Item,>(props: VirtualListProps<Item>) => {
  const { label, count, itemAt, onShown, isSelected, head, renderCells, rowClass = '' } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { rowPx, marginPx } = useMeasures(list)
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    scrollMargin: marginPx,
    // The bar at the bottom of a phone, and the content pinned above it.
    scrollPaddingEnd: 90,
    scrollPaddingStart: 90,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when rows have another height
  useLayoutEffect(() => rows.measure(), [rowPx])
  const shown = rows.getVirtualItems()
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0]
  useEffect(() => onShown?.(first, last), [onShown, first, last])
  const keys = useListKeys({ ...props, rowPx, scrollTo: (at) => rows.scrollToIndex(at) })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table needs all rows in the document
    <div
      ref={list}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-multiselectable={isSelected ? true : undefined}
      aria-activedescendant={isWithin(keys.active, first, last) ? `${id}-${keys.active}` : undefined}
      tabIndex={0}
      className={classes.list}
      {...keys.handlers}
    >
      {head && (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
        <div role="row" aria-rowindex={1} className={`${classes.head} ${rowClass}`}>
          {head}
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const item = itemAt(index)
          return (
            <Row
              key={index}
              id={`${id}-${index}`}
              index={index}
              top={start - marginPx}
              height={rowPx}
              item={item}
              isActive={keys.active === index}
              isSelected={item !== undefined && isSelected?.(item)}
              className={rowClass}
              renderCells={renderCells as (item: unknown, index: number) => ReactNode}
            />
          )
        })}
      </div>
    </div>
  )
}

const isWithin = (index: number, first: number, last: number) => index >= first && index <= last

type RowProps = {
  id: string
  index: number
  top: number
  height: number
  item: unknown
  isActive: boolean
  isSelected: boolean | undefined
  className: string
  renderCells: (item: unknown, index: number) => ReactNode
}

const Row = memo(({ id, index, top, height, item, className, renderCells, ...row }: RowProps) => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
  <div
    id={id}
    role="row"
    aria-rowindex={index + 2}
    aria-selected={row.isSelected}
    aria-busy={item === undefined || undefined}
    data-index={index}
    data-active={row.isActive || undefined}
    className={`${classes.row} ${className}`}
    style={{ height, transform: `translateY(${top}px)` }}
  >
    {item === undefined ? (
      <Cell className={classes.waiting}>
        <Skeleton width={200 + ((index * 37) % 90)} />
      </Cell>
    ) : (
      renderCells(item, index)
    )}
  </div>
))

/** The height of a row in this density, and the offset of the list on the page. */
const useMeasures = (list: React.RefObject<HTMLDivElement | null>) => {
  const [measures, setMeasures] = useState({ rowPx: COMFORTABLE_PX, marginPx: 0 })
  useLayoutEffect(() => {
    const rows = list.current?.querySelector('[role=rowgroup]')
    if (!rows) return
    const measure = () => {
      const rowPx = Number.parseFloat(getComputedStyle(rows).getPropertyValue('--row')) || COMFORTABLE_PX
      const marginPx = Math.round(rows.getBoundingClientRect().top + window.scrollY)
      setMeasures((before) => (before.rowPx === rowPx && before.marginPx === marginPx ? before : { rowPx, marginPx }))
    }
    measure()
    // Anything above that changes its height also changes that of the page, and so does another
    // density.
    const changes = new ResizeObserver(measure)
    changes.observe(document.body)
    const density = new MutationObserver(measure)
    density.observe(document.documentElement, { attributeFilter: ['data-density'] })
    return () => {
      changes.disconnect()
      density.disconnect()
    }
  }, [list])
  return measures
}
