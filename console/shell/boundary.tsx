import { Alert, Button, Text } from '@mantine/core'
import { Component, type ReactNode, useEffect } from 'react'
import { onTroubleEnd, useTrouble } from '../platform/trouble.ts'

/** Keeps a failing page from taking the whole console down. */
export class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return isNotLoaded(error) ? <NotLoaded /> : <Problem title="This page could not be shown" detail={String(error)} />
  }
}

const isNotLoaded = (error: unknown): boolean => /dynamically imported module|preload CSS/.test(String(error))

/** Either the server is away for a moment, or an update has removed the parts of the old console. */
const NotLoaded = () => {
  const isAway = useTrouble()?.kind === 'unreachable'
  useEffect(() => (isAway ? onTroubleEnd(reload) : undefined), [isAway])
  return (
    <Problem
      title="This page could not be loaded"
      detail={
        isAway
          ? 'The server cannot be reached. The page opens when it is back.'
          : 'The console may have been updated. Reload it.'
      }
    />
  )
}

const reload = (): void => window.location.reload()

const Problem = ({ title, detail }: { title: string; detail: string }) => (
  <Alert color="red" role="alert" title={title}>
    <Text size="sm" mb="sm">
      {detail}
    </Text>
    <Button size="xs" variant="default" onClick={reload}>
      Reload
    </Button>
  </Alert>
)
