// On Linux, all of Foundation would bring along 34 MB of ICU's tables, of which nothing here needs a word.
#if canImport(FoundationEssentials)
  @_exported import FoundationEssentials
#else
  @_exported import Foundation
#endif

#if canImport(Darwin)
  @_exported import Darwin
#else
  @_exported import Glibc
#endif
