import '../deployments/deployments.test.ts'
