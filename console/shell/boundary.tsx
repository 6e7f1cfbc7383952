import { Alert, Button, Text } from '@mantine/core'
import { Component, type ReactNode } from 'react'

/** Keeps a failing page from taking the whole console down. */
export class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const [title, detail] = explain(error)
    return (
      <Alert color="red" role="alert" title={title}>
        <Text size="sm" mb="sm">
          {detail}
        </Text>
        <Button size="xs" variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Alert>
    )
  }
}

/** After an update the parts of the old console are gone from the server. */
const explain = (error: unknown): [title: string, detail: string] =>
  /dynamically imported module|preload CSS/.test(String(error))
    ? ['This page could not be loaded', 'The console may have been updated. Reload it.']
    : ['This page could not be shown', String(error)]
